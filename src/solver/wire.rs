//! The protocol between a slot and its helper, over one socket.
//!
//! A command is sent once for many runs; the request for a run takes 41 bytes, an interrupt one. During a run the
//! driver sends nothing but an interrupt and, after a crash, the word to go on, so that messages are handled in the
//! order in which they were sent. The helper answers with pieces of output, crashes, and once a second a sign of life;
//! the last message is the result of the run. Both ends are the same program, so there are no versions.

use crate::observation::Limits;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A command in the form in which it is started.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct PreparedCommand {
    /// The program's path and its arguments.
    pub(super) argv: Vec<OsString>,
    /// The directory to run in.
    pub(super) cwd: PathBuf,
    /// Its whole environment.
    pub(super) env: Vec<(OsString, OsString)>,
    /// The file that it reads as its standard input, which is empty if there is none.
    pub(super) stdin: Option<OsString>,
    /// Whether the stack is read if it crashes.
    pub(super) is_traced: bool,
    /// The file to which each start appends a byte, if starts are counted.
    pub(super) launches: Option<PathBuf>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Killed {
    /// It did not end the run.
    No,
    /// The CPU limit was reached.
    Cpu,
    /// The wall limit was reached.
    Wall,
    /// The CPU time stood still for too long.
    Idle,
    /// There was too much output.
    Output,
    /// The driver interrupted the run or is gone.
    Interrupted,
}

const KILLED: [Killed; 6] = [
    Killed::No,
    Killed::Cpu,
    Killed::Wall,
    Killed::Idle,
    Killed::Output,
    Killed::Interrupted,
];

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub(super) fn write(&self, to: &mut Vec<u8>) {
        match self {
            Request::Load(prepared) => {
                let mut body = Vec::new();
                put_list(&mut body, prepared.argv.iter().map(OsString::as_os_str));
                put_bytes(&mut body, prepared.cwd.as_os_str().as_bytes());
                let env = prepared.env.iter();
                put_list(
                    &mut body,
                    env.flat_map(|(name, value)| [name.as_os_str(), value]),
                );
                put_list(&mut body, prepared.stdin.iter().map(OsString::as_os_str));
                body.push(u8::from(prepared.is_traced));
                let launches = prepared.launches.as_deref().unwrap_or(Path::new(""));
                put_bytes(&mut body, launches.as_os_str().as_bytes());
                to.push(b'L');
                put_bytes(to, &body);
            }
            Request::Run(limits) => {
                to.push(b'R');
                put_time(to, limits.cpu);
                put_time(to, limits.wall);
                put_time(to, limits.idle);
                put_u64(to, limits.memory.unwrap_or(u64::MAX));
                put_u64(to, limits.output);
            }
            Request::Interrupt => to.push(INTERRUPT),
            Request::GoOn => to.push(GO_ON),
        }
    }

    /// Reads a request; none at the end of the stream.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Option<Request>> {
        let mut kind = [0];
        if from.read(&mut kind)? == 0 {
            return Ok(None);
        }
        Ok(Some(match kind[0] {
            b'L' => Request::Load(read_command(&get_bytes(from)?)?),
            b'R' => {
                // In one piece, because the helper reads from the socket without a buffer.
                let body: [u8; 40] = get(from)?;
                Request::Run(read_limits(&mut &body[..])?)
            }
            INTERRUPT => Request::Interrupt,
            GO_ON => Request::GoOn,
            _ => return Err(garbled()),
        }))
    }
}

fn read_limits(from: &mut impl Read) -> io::Result<Limits> {
    Ok(Limits {
        cpu: get_time(from)?,
        wall: get_time(from)?,
        idle: get_time(from)?,
        memory: Some(get_u64(from)?).filter(|&memory| memory != u64::MAX),
        output: get_u64(from)?,
    })
}

fn read_command(mut body: &[u8]) -> io::Result<PreparedCommand> {
    let body = &mut body;
    let argv = get_list(body)?;
    let cwd = PathBuf::from(OsString::from_vec(get_bytes(body)?));
    let mut flat = get_list(body)?.into_iter();
    let mut env = Vec::new();
    while let (Some(name), Some(value)) = (flat.next(), flat.next()) {
        env.push((name, value));
    }
    let stdin = get_list(body)?.pop();
    let [is_traced] = get(body)?;
    let launches = PathBuf::from(OsString::from_vec(get_bytes(body)?));
    Ok(PreparedCommand {
        argv,
        cwd,
        env,
        stdin,
        is_traced: is_traced != 0,
        launches: Some(launches).filter(|path| !path.as_os_str().is_empty()),
    })
}

impl Reply {
    /// Appends a piece of output to a buffer.
    pub(super) fn write_piece(to: &mut Vec<u8>, stream: usize, bytes: &[u8]) {
        to.push(if stream == 0 { b'o' } else { b'e' });
        put_bytes(to, bytes);
    }

    /// Appends a crash to a buffer.
    pub(super) fn write_crash(to: &mut Vec<u8>, crash: &Crash) {
        to.push(b'c');
        to.extend(crash.task.to_le_bytes());
        crash.registers.iter().for_each(|&value| put_u64(to, value));
    }

    /// Appends the sign that the helper watches the run to a buffer.
    pub(super) fn write_watching(to: &mut Vec<u8>) {
        to.push(b'w');
    }

    /// Appends the final reply about a run to a buffer.
    pub(super) fn write_end(to: &mut Vec<u8>, done: Result<Done, i32>) {
        match done {
            Ok(done) => {
                to.push(b'd');
                to.extend(done.status.to_le_bytes());
                let killed = KILLED.iter().position(|&killed| killed == done.killed);
                to.push(killed.and_then(|at| u8::try_from(at).ok()).unwrap_or(0));
                put_time(to, done.cpu);
                put_time(to, done.wall);
                put_u64(to, done.rss_kib);
                to.extend(done.untraced.to_le_bytes());
            }
            Err(errno) => {
                to.push(b'x');
                to.extend(errno.to_le_bytes());
            }
        }
    }

    /// Reads a reply.
    ///
    /// # Errors
    /// The stream ended or broke: the helper is gone.
    pub(super) fn read(from: &mut impl Read) -> io::Result<Reply> {
        let [kind] = get(from)?;
        Ok(match kind {
            b'o' => Reply::Piece(0, get_bytes(from)?),
            b'e' => Reply::Piece(1, get_bytes(from)?),
            b'd' => {
                let status = i32::from_le_bytes(get(from)?);
                let [killed] = get(from)?;
                Reply::Done(Done {
                    status,
                    killed: *KILLED.get(usize::from(killed)).ok_or_else(garbled)?,
                    cpu: get_time(from)?,
                    wall: get_time(from)?,
                    rss_kib: get_u64(from)?,
                    untraced: i32::from_le_bytes(get(from)?),
                })
            }
            b'c' => {
                let task = i32::from_le_bytes(get(from)?);
                let mut registers = [0; 17];
                for register in &mut registers {
                    *register = get_u64(from)?;
                }
                Reply::Crashed(Crash { task, registers })
            }
            b'w' => Reply::Watching,
            b'x' => Reply::NotStarted(i32::from_le_bytes(get(from)?)),
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
        Reply::write_piece(&mut self.waiting, stream, bytes);
        if self.waiting.len() >= Self::ROOM {
            self.send()?;
        }
        Ok(())
    }

    /// Reports a crash at once.
    pub(super) fn crash(&mut self, crash: &Crash) -> io::Result<()> {
        Reply::write_crash(&mut self.waiting, crash);
        self.send()
    }

    /// Says that the run goes on, at once.
    pub(super) fn watching(&mut self) -> io::Result<()> {
        Reply::write_watching(&mut self.waiting);
        self.send()
    }

    /// Ends the answer to a run, and sends it.
    pub(super) fn end(&mut self, done: Result<Done, i32>) -> io::Result<()> {
        Reply::write_end(&mut self.waiting, done);
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

fn put_u64(to: &mut Vec<u8>, value: u64) {
    to.extend(value.to_le_bytes());
}

/// Times are whole microseconds, both here and in the store, so that a warm and a cold store give the same results.
fn put_time(to: &mut Vec<u8>, time: Duration) {
    put_u64(to, u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
}

fn put_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    put_u64(to, bytes.len() as u64);
    to.extend(bytes);
}

fn put_list<'a>(to: &mut Vec<u8>, list: impl Iterator<Item = &'a OsStr>) {
    let list: Vec<_> = list.collect();
    put_u64(to, list.len() as u64);
    for item in list {
        put_bytes(to, item.as_bytes());
    }
}

fn get<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn get_u64(from: &mut impl Read) -> io::Result<u64> {
    Ok(u64::from_le_bytes(get(from)?))
}

fn get_time(from: &mut impl Read) -> io::Result<Duration> {
    Ok(Duration::from_micros(get_u64(from)?))
}

fn get_bytes(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let len = get_u64(from)?;
    let mut bytes = Vec::new();
    if from.take(len).read_to_end(&mut bytes)? as u64 != len {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

fn get_list(from: &mut impl Read) -> io::Result<Vec<OsString>> {
    let len = get_u64(from)?;
    (0..len)
        .map(|_| get_bytes(from).map(OsString::from_vec))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            request.write(&mut bytes);
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
