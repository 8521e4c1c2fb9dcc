//! Converts an observation to the values of a row and back. Digests reveal damaged rows.
//!
//! Every value is covered by a digest: what is read is what was written, or nothing.

use std::time::Duration;

use rusqlite::Row;

use crate::key::{Fingerprint, Key};
use crate::observation::{End, Limit, Limits, Observation, Stack, Stream};

/// A question: a key under a fingerprint, and the number of the run if it is repeated.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoreKey {
    pub(super) fingerprint: Fingerprint,
    pub(super) key: Key,
    pub(super) n: u32,
}

impl StoreKey {
    /// The question of a row that has the fingerprint, the key and the number of the run from this column on.
    pub(super) fn read(row: &Row<'_>, at: usize) -> rusqlite::Result<StoreKey> {
        Ok(StoreKey {
            fingerprint: Fingerprint(row.get(at)?),
            key: Key(row.get(at + 1)?),
            n: row.get(at + 2)?,
        })
    }
}

/// The digests of the texts of an observation.
pub(super) struct TextDigests {
    pub(super) out: [u8; 32],
    pub(super) err: [u8; 32],
    pub(super) stack: Option<[u8; 32]>,
}

/// The columns of an observation that are not texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Values {
    pub(super) ending: i64,
    pub(super) code: i64,
    pub(super) cpu: i64,
    pub(super) wall: i64,
    pub(super) rss: i64,
    /// CPU, wall, idle, memory and output limit.
    pub(super) limits: [i64; 5],
}

impl Values {
    /// The values of an observation; none if it must not be stored: the wall limit ended the run, or its numbers are
    /// impossible.
    pub(super) fn of(observation: &Observation) -> Option<Values> {
        let (ending, code) = match observation.end {
            End::Exited(code) => (0, code),
            End::Signaled(signal) => (1, signal),
            End::LimitHit(Limit::Cpu) => (2, 0),
            End::LimitHit(Limit::Idle) => (3, 0),
            End::LimitHit(Limit::Output) => (4, 0),
            End::LimitHit(Limit::Wall) => return None,
        };
        Some(Values {
            ending,
            code: code.into(),
            cpu: nanos(observation.cpu)?,
            wall: nanos(observation.wall)?,
            rss: observation.rss_kib.try_into().ok()?,
            limits: limit_values(&observation.limits)?,
        })
    }

    /// The values of a row that begins with ending, code, CPU, wall, memory, checksum and the five limits.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Values> {
        Ok(Values {
            ending: row.get(0)?,
            code: row.get(1)?,
            cpu: row.get(2)?,
            wall: row.get(3)?,
            rss: row.get(4)?,
            limits: [
                row.get(6)?,
                row.get(7)?,
                row.get(8)?,
                row.get(9)?,
                row.get(10)?,
            ],
        })
    }

    /// The observation with these values, streams and stack; none if the values are impossible.
    pub(super) fn observation(
        &self,
        out: Stream,
        err: Stream,
        stack: Option<Stack>,
    ) -> Option<Observation> {
        let code = i32::try_from(self.code).ok()?;
        let end = match self.ending {
            0 => End::Exited(code),
            1 => End::Signaled(code),
            2 => End::LimitHit(Limit::Cpu),
            3 => End::LimitHit(Limit::Idle),
            4 => End::LimitHit(Limit::Output),
            _ => return None,
        };
        let [cpu, wall, idle, memory, output] = self.limits;
        Some(Observation {
            end,
            out,
            err,
            cpu: duration(self.cpu)?,
            wall: duration(self.wall)?,
            rss_kib: self.rss.try_into().ok()?,
            stack,
            limits: Limits {
                cpu: duration(cpu)?,
                wall: duration(wall)?,
                idle: duration(idle)?,
                memory: match memory {
                    -1 => None,
                    bytes => Some(bytes.try_into().ok()?),
                },
                output: output.try_into().ok()?,
            },
        })
    }

    /// Whether an observation can have these values.
    pub(super) fn is_possible(&self) -> bool {
        let empty = || Stream::of(b"");
        self.observation(empty(), empty(), None).is_some()
    }

    /// The checksum of a row: of its question, its values and the digests of its texts. It covers neither the ids of
    /// the texts nor the sequence number, which may change when stores are merged.
    pub(super) fn checksum(&self, store_key: &StoreKey, texts: &TextDigests) -> i64 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&store_key.fingerprint.0);
        hasher.update(&store_key.key.0);
        hasher.update(&store_key.n.to_le_bytes());
        for value in [self.ending, self.code, self.cpu, self.wall, self.rss] {
            hasher.update(&value.to_le_bytes());
        }
        for value in self.limits {
            hasher.update(&value.to_le_bytes());
        }
        hasher.update(&texts.out);
        hasher.update(&texts.err);
        // Rows of version 1 have none.
        if let Some(stack) = &texts.stack {
            hasher.update(stack);
        }
        let mut start = [0; 8];
        hasher.finalize_xof().fill(&mut start);
        i64::from_le_bytes(start)
    }
}

fn limit_values(limits: &Limits) -> Option<[i64; 5]> {
    Some([
        nanos(limits.cpu)?,
        nanos(limits.wall)?,
        nanos(limits.idle)?,
        match limits.memory {
            None => -1,
            Some(bytes) => bytes.try_into().ok()?,
        },
        limits.output.try_into().ok()?,
    ])
}

fn nanos(duration: Duration) -> Option<i64> {
    duration.as_nanos().try_into().ok()
}

fn duration(nanos: i64) -> Option<Duration> {
    nanos.try_into().ok().map(Duration::from_nanos)
}

/// The text form of a stack, to be stored as the outputs are.
pub(super) fn stack_text(stack: &Stack) -> Stream {
    Stream::of(stack.to_text().as_bytes())
}

/// The stack with this text form; none if it is not one.
pub(super) fn stack_of(text: &Stream) -> Option<Stack> {
    Stack::of_text(str::from_utf8(text.whole()?).ok()?)
}

/// The digest of the kept parts of a stream. The stream's own hash would not reveal a change in these parts of a long
/// stream.
pub(super) fn stream_digest(stream: &Stream) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&stream.len.to_le_bytes());
    hasher.update(&stream.hash);
    hasher.update(&(stream.head.len() as u64).to_le_bytes());
    hasher.update(&stream.head);
    hasher.update(&stream.tail);
    *hasher.finalize().as_bytes()
}
