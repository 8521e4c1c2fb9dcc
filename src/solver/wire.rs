//! The protocol between a slot and its helper, over one socket.
//!
//! A message is a byte for its kind and, for most kinds, a body with its length before it: a piece of output as it is,
//! anything else as JSON. A command is sent once for many runs. During a run the driver sends nothing but an interrupt
//! and, after a crash, the word to go on, so that messages are handled in the order in which they were sent. The helper
//! answers with pieces of output, crashes, and once a second a sign of life; the last message is the result of the run.
//! Both ends are the same program, so there are no versions.

use crate::observation::{Limit, Limits};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read, Write};
use std::time::Duration;

/// A command in the form in which it is started.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PreparedCommand {
    /// The program's path and its arguments.
    pub(super) argv: Vec<OsString>,
    /// The directory to run in.
    pub(super) cwd: OsString,
    /// Its whole environment.
    pub(super) env: Vec<(OsString, OsString)>,
    /// The file that it reads as its standard input, which is empty if there is none.
    pub(super) stdin: Option<OsString>,
    /// Whether the stack is read if it crashes.
    pub(super) is_traced: bool,
    /// The file to which each start appends a byte, if starts are counted.
    pub(super) launches: Option<OsString>,
}

impl fmt::Debug for PreparedCommand {
    /// Omits the environment, which may hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("PreparedCommand");
        debug.field("argv", &self.argv).field("cwd", &self.cwd);
        debug.finish_non_exhaustive()
    }
}

/// A request of the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Sets the command of the following runs.
    Load(PreparedCommand),
    /// Runs the command under these limits.
    Run(Limits),
    /// Kills the run in progress; without one, it has no effect.
    Interrupt,
    /// The stack of a crash has been read; without a crash, it has no effect.
    GoOn,
}

/// Whether and why the helper ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Killed {
    /// It did not end the run.
    No,
    /// This limit was reached.
    AtLimit(Limit),
    /// The driver interrupted the run or is gone.
    Interrupted,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Done {
    /// The raw wait status.
    pub(super) status: i32,
    /// Whether and why the helper ended it.
    pub(super) killed: Killed,
    /// CPU time of the process tree.
    pub(super) cpu: Duration,
    /// Wall time.
    pub(super) wall: Duration,
    /// Largest resident set of a single process, in KiB.
    pub(super) rss_kib: u64,
    /// The system's error number if it should be traced and that is not permitted, else 0.
    pub(super) untraced: i32,
}

/// A task that is held at a signal, which is about to end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Crash {
    /// The id of the task: a thread of one of the processes of the run.
    pub(super) task: i32,
    /// Its registers by their numbers in DWARF, the last one being the instruction pointer.
    pub(super) registers: [u64; 17],
}

/// A reply of the helper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// A piece of standard output (0) or standard error (1).
    Piece(usize, Vec<u8>),
    /// A task has crashed. It is held until [`Request::GoOn`].
    Crashed(Crash),
    /// The run goes on, and the helper watches it.
    Watching,
    /// The run has ended.
    Done(Done),
    /// The solver could not be started; the system's error number.
    NotStarted(i32),
}

impl Request {
    /// Appends the request to a buffer.
    pub(super) fn write(&self, to: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Request::Load(prepared) => put_json(to, b'L', prepared),
            Request::Run(limits) => put_json(to, b'R', limits),
            Request::Interrupt => to.write_all(&[INTERRUPT]),
            Request::GoOn => to.write_all(&[GO_ON]),
        }
    }

    /// Reads a request; none at the end of the stream.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Option<Request>> {
        let mut kind = [0];
        if from.read(&mut kind)? == 0 {
            return Ok(None);
        }
        Ok(Some(match kind[0] {
            b'L' => Request::Load(get_json(from)?),
            b'R' => Request::Run(get_json(from)?),
            INTERRUPT => Request::Interrupt,
            GO_ON => Request::GoOn,
            _ => return Err(garbled()),
        }))
    }
}

impl Reply {
    /// Reads a reply.
    ///
    /// # Errors
    /// The stream ended or broke: the helper is gone.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Reply> {
        let [kind] = get(from)?;
        Ok(match kind {
            b'o' => Reply::Piece(0, get_bytes(from)?),
            b'e' => Reply::Piece(1, get_bytes(from)?),
            b'd' => Reply::Done(get_json(from)?),
            b'c' => Reply::Crashed(get_json(from)?),
            b'w' => Reply::Watching,
            b'x' => Reply::NotStarted(get_json(from)?),
            _ => return Err(garbled()),
        })
    }
}

/// The requests that the driver can make during a run; each is a single byte.
pub(super) const INTERRUPT: u8 = b'I';
pub(super) const GO_ON: u8 = b'G';

/// Output on its way to the driver. It is sent together with the result of the run, or when it gets large. So the
/// helper stays small (its own size is the floor of every memory figure), and most runs need one message only.
#[derive(Debug)]
pub(super) struct Outbox<W> {
    to: W,
    waiting: Vec<u8>,
}

impl<W: Write> Outbox<W> {
    const ROOM: usize = 64 * 1024;

    /// An empty outbox.
    pub(super) fn new(to: W) -> Outbox<W> {
        Outbox {
            to,
            waiting: Vec::with_capacity(2 * Self::ROOM),
        }
    }

    /// Adds a piece of output.
    pub(super) fn piece(&mut self, stream: usize, bytes: &[u8]) -> io::Result<()> {
        self.waiting.push(if stream == 0 { b'o' } else { b'e' });
        put_bytes(&mut self.waiting, bytes);
        if self.waiting.len() >= Self::ROOM {
            self.send()?;
        }
        Ok(())
    }

    /// Reports a crash at once.
    pub(super) fn crash(&mut self, crash: &Crash) -> io::Result<()> {
        put_json(&mut self.waiting, b'c', crash)?;
        self.send()
    }

    /// Says that the run goes on, at once.
    pub(super) fn watching(&mut self) -> io::Result<()> {
        self.waiting.push(b'w');
        self.send()
    }

    /// Ends the answer to a run, and sends it.
    pub(super) fn end(&mut self, done: Result<Done, i32>) -> io::Result<()> {
        match done {
            Ok(done) => put_json(&mut self.waiting, b'd', &done)?,
            Err(errno) => put_json(&mut self.waiting, b'x', &errno)?,
        }
        self.send()
    }

    fn send(&mut self) -> io::Result<()> {
        self.to.write_all(&self.waiting)?;
        self.waiting.clear();
        Ok(())
    }
}

fn garbled() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a message is garbled")
}

fn put_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    to.extend((bytes.len() as u64).to_le_bytes());
    to.extend(bytes);
}

fn put_json(to: &mut Vec<u8>, kind: u8, body: &impl Serialize) -> io::Result<()> {
    let body = serde_json::to_vec(body)?;
    to.push(kind);
    put_bytes(to, &body);
    Ok(())
}

fn get<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn get_bytes(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let len = u64::from_le_bytes(get(from)?);
    // With room for it, a message is read at once: the helper reads from the socket without a buffer.
    let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or(0).min(1 << 16));
    if from.take(len).read_to_end(&mut bytes)? as u64 != len {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

fn get_json<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    Ok(serde_json::from_slice(&get_bytes(from)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    #[test]
    fn requests_arrive_as_they_were_sent() {
        let requests = [
            Request::Load(PreparedCommand {
                argv: vec!["/bin/z3".into(), OsString::from_vec(vec![0xff, b'x'])],
                cwd: "/slot".into(),
                env: vec![("A".into(), "".into()), ("B".into(), "c d".into())],
                stdin: Some("/slot/case.smt2".into()),
                is_traced: true,
                launches: None,
            }),
            Request::Load(PreparedCommand {
                argv: vec!["/bin/z3".into()],
                cwd: "/slot".into(),
                env: Vec::new(),
                is_traced: false,
                stdin: None,
                launches: Some("out/launches/1".into()),
            }),
            Request::Interrupt,
            Request::GoOn,
            Request::Run(Limits {
                memory: None,
                ..Limits::of_cpu(Duration::from_millis(1750))
            }),
            Request::Run(Limits::of_cpu(Duration::from_mins(10))),
        ];
        let mut bytes = Vec::new();
        for request in &requests {
            request.write(&mut bytes).expect("a message");
        }
        let mut from = &bytes[..];
        for request in requests {
            assert_eq!(Request::read(&mut from).ok().flatten(), Some(request));
        }
        assert!(matches!(Request::read(&mut from), Ok(None)));
    }

    #[test]
    fn a_message_that_is_cut_short_is_an_error() {
        assert!(Request::read(&mut &b"R123"[..]).is_err());
        assert!(Request::read(&mut &b"?"[..]).is_err());
        assert!(Reply::read(&mut &b"o\xff\0\0\0\0\0\0\0abc"[..]).is_err());
        assert!(Reply::read(&mut &b""[..]).is_err());
    }
}
