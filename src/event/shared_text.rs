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

/// Texts that somebody has. They are hashed with random keys, because ids come from strangers.
#[derive(Default)]
struct KnownTexts(HashSet<Arc<str>>);

impl KnownTexts {
    fn shared(&mut self, text: &str) -> SharedText {
        let KnownTexts(known) = self;
        if let Some(known) = known.get(text) {
            return SharedText(Arc::clone(known));
        }
        let text: Arc<str> = text.into();
        known.insert(Arc::clone(&text));
        SharedText(text)
    }

    /// Forgets a text that only its last holder has.
    fn give_up(&mut self, text: &Arc<str>) {
        if Arc::strong_count(text) == OF_LAST {
            self.0.remove(&**text);
        }
    }
}

/// How often a text is held that only one holder has besides the table.
const OF_LAST: usize = 2;

/// A text that takes memory once, however often it occurs. In a journal, it is written like any other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SharedText(Arc<str>);

impl SharedText {
    fn of(text: &str) -> SharedText {
        KNOWN.lock().shared(text)
    }
}

impl Drop for SharedText {
    /// Where two threads drop the last two of a text at the same time, it may stay in the table.
    fn drop(&mut self) {
        if Arc::strong_count(&self.0) == OF_LAST {
            KNOWN.lock().give_up(&self.0);
        }
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
    use super::{KNOWN, SharedText};
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
        let is_known = || KNOWN.lock().0.contains("a\n\"b");
        drop((one, other));
        assert!(is_known());
        drop(read);
        assert!(!is_known());
    }
}
