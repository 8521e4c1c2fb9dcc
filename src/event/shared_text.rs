//! A text that many values have in common: the id of a case, the name of a solver, a digest.
//!
//! What is known of many thousand cases names the same solvers, commands and inputs again and again. Equal texts take
//! memory once.

use crate::sync::Mutex;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::{Borrow, Cow};
use std::collections::HashSet;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

/// All texts.
static KNOWN: LazyLock<Mutex<KnownTexts>> = LazyLock::new(Mutex::default);

/// Texts that somebody has, and some that nobody has any more. They are hashed with random keys, because ids come from
/// strangers.
#[derive(Default)]
struct KnownTexts(HashSet<Arc<str>>);

impl KnownTexts {
    fn shared(&mut self, text: &str) -> SharedText {
        let KnownTexts(known) = self;
        if let Some(known) = known.get(text) {
            return SharedText(Arc::clone(known));
        }
        // Before the table grows, what nobody has any more makes room. It grows all the same if that was little, so that
        // few insertions look at all texts.
        if known.len() == known.capacity() {
            known.retain(|text| Arc::strong_count(text) > 1);
            let kept = known.len();
            known.reserve(kept);
        }
        let text: Arc<str> = text.into();
        known.insert(Arc::clone(&text));
        SharedText(text)
    }
}

/// A text that takes memory once, however often it occurs. In a journal, it is written like any other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SharedText(Arc<str>);

impl SharedText {
    fn of(text: &str) -> SharedText {
        KNOWN.lock().shared(text)
    }
}

impl Default for SharedText {
    fn default() -> Self {
        SharedText::of("")
    }
}

impl<T: AsRef<str>> From<T> for SharedText {
    fn from(text: T) -> Self {
        SharedText::of(text.as_ref())
    }
}

impl From<SharedText> for String {
    fn from(text: SharedText) -> Self {
        text.0.as_ref().to_owned()
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for SharedText {
    fn borrow(&self) -> &str {
        self
    }
}

impl<T: AsRef<str> + ?Sized> PartialEq<T> for SharedText {
    fn eq(&self, other: &T) -> bool {
        **self == *other.as_ref()
    }
}

impl fmt::Debug for SharedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for SharedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for SharedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for SharedText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(SharedText::of(&Cow::<str>::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::{KnownTexts, SharedText};
    use std::sync::Arc;

    #[test]
    fn equal_texts_take_memory_once_and_those_that_nobody_has_any_more_take_none() {
        let [one, other] = [
            SharedText::from("a\n\"b"),
            SharedText::from("a\n\"b".to_owned()),
        ];
        assert!(Arc::ptr_eq(&one.0, &other.0));
        assert_eq!(serde_json::to_string(&one).expect("JSON"), r#""a\n\"b""#);
        let read: SharedText = serde_json::from_str(r#""a\n\"b""#).expect("a text");
        assert!(Arc::ptr_eq(&one.0, &read.0));
        let mut known = KnownTexts::default();
        let kept = known.shared("kept");
        for number in 0..100_000 {
            assert_eq!(known.shared(&number.to_string()), number.to_string());
        }
        assert!(Arc::ptr_eq(&kept.0, &known.shared("kept").0));
        let known = known.0.len();
        assert!(known < 10_000, "{known} texts are kept");
    }
}
