//! An original and what was made of it, side by side.

use super::FileText;
use super::data::DetailText;
use super::marked_text::{Pieces, compared, pieces};
use crate::language::Language;
use crate::report::thousands;

/// The original and its results with their titles, and in each what is not in the other, if both are shown whole. In the
/// original, this is said of the first result.
pub(super) fn texts(
    language: &dyn Language,
    original: FileText,
    results: Vec<(String, FileText)>,
) -> Vec<DetailText> {
    let mut of_original = None;
    let mut all = Vec::new();
    for (title, result) in results {
        let (before, after) = marked(language, &original, &result).unzip();
        of_original = of_original.or(before);
        all.push(shown(language, title, result, after));
    }
    all.insert(
        0,
        shown(language, "original".to_owned(), original, of_original),
    );
    all
}

/// Both texts in pieces; none if one is not shown whole.
fn marked(
    language: &dyn Language,
    original: &FileText,
    result: &FileText,
) -> Option<(Pieces, Pieces)> {
    let [one, other] = compared(language, [original.whole()?, result.whole()?]);
    Some((one, other))
}

fn shown(
    language: &dyn Language,
    title: String,
    text: FileText,
    marked: Option<Pieces>,
) -> DetailText {
    let (note, pieces) = match text {
        FileText::Missing(why) => (why, Pieces::new()),
        FileText::Read { head, bytes } => {
            let shown = head.len() as u64;
            let note = if shown < bytes {
                let [shown, bytes] = [shown, bytes].map(thousands);
                format!("cut: the first {shown} of {bytes} bytes")
            } else {
                format!("{} bytes", thousands(bytes))
            };
            (note, marked.unwrap_or_else(|| pieces(language, &head)))
        }
    };
    DetailText {
        title,
        note,
        pieces,
    }
}
