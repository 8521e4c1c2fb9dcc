//! The JSON that clasp and clingo print with `--outf=2`.

use super::report::{AnswerClass, ModelCount, Reasoning, Report};
use crate::observation::Stream;
use serde::Deserialize;
use serde_json::Value;

/// The parts of the document that matter here.
#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Document {
    call: Vec<PrintedCall>,
    result: String,
    models: Models,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct PrintedCall {
    witnesses: Vec<Witness>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Witness {
    value: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Models {
    number: Option<u64>,
    more: Option<String>,
    optimal: Option<u64>,
    costs: Vec<Value>,
    brave: Option<Value>,
    cautious: Option<Value>,
    consequences: Option<PrintedConsequences>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct PrintedConsequences {
    r#true: u64,
}

impl Models {
    fn reasoning(&self) -> Option<Reasoning> {
        let cautious = self.cautious.as_ref().map(|_| Reasoning::Cautious);
        cautious.or(self.brave.as_ref().map(|_| Reasoning::Brave))
    }
}

/// What the document says, whatever the exit code. A document that a crash has cut short says nothing.
pub(super) fn read(out: &Stream) -> Report {
    let document = match out.whole() {
        Some(whole) => serde_json::from_slice(whole).ok(),
        None => summary(&out.tail),
    };
    let mut report = document.map_or_else(Report::default, report);
    report.is_known = true;
    report
}

/// The end of a document that is not kept whole, from the answer on. The beginning of the answer cannot occur in a
/// string of a model, in which quotation marks are escaped.
fn summary(tail: &[u8]) -> Option<Document> {
    let begin = memchr::memmem::rfind(tail, b"\n  \"Result\": ")?;
    serde_json::from_slice(&[b"{", &tail[begin..]].concat()).ok()
}

fn report(document: Document) -> Report {
    let Document {
        call,
        result,
        models,
    } = document;
    let witnesses = call.into_iter().flat_map(|call| call.witnesses);
    let reasoning = models.reasoning();
    let consequences = models.consequences.map(|counted| counted.r#true);
    let mut report = Report {
        class: match &*result {
            "SATISFIABLE" => AnswerClass::Sat,
            "UNSATISFIABLE" => AnswerClass::Unsat,
            "OPTIMUM FOUND" => AnswerClass::Optimum,
            _ => AnswerClass::Unknown,
        },
        models: witnesses.map(|witness| witness.value).collect(),
        number: models.number.map(|counted| ModelCount {
            counted,
            is_all: models.more.as_deref() == Some("no"),
        }),
        optimal: models.optimal,
        costs: models.costs.iter().map(Value::to_string).collect(),
        ..Report::default()
    };
    if let Some(reasoning) = reasoning {
        report.conclude(reasoning, consequences);
    }
    report
}
