//! The real binary on a terminal of a given size, and what that terminal shows.

use crate::support::Bench;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::Read;
use std::num::NonZeroU16;
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthStr;

/// Far longer than anything here takes, even on a busy machine.
const DEADLINE: Duration = Duration::from_mins(1);

/// The program on a terminal. Dropped, it is killed.
pub(crate) struct Terminal {
    child: Child,
    shown: Arc<Mutex<vt100::Parser>>,
    columns: u16,
}

impl Terminal {
    /// Starts the program on a terminal with so many columns.
    pub(crate) fn start(bench: &Bench, columns: u16, arguments: &[&str]) -> Terminal {
        let rows = 20;
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).expect("a terminal of ours");
        unlockpt(&master).expect("an unlocked terminal");
        let size = Winsize {
            ws_row: rows,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&master, size).expect("a size");
        let name = ptsname(&master, Vec::new()).expect("a name");
        let name = std::ffi::OsStr::from_bytes(name.as_bytes());
        let tty = File::options().read(true).write(true).open(name);
        let tty = tty.expect("the program's end");
        let child = Command::new(env!("CARGO_BIN_EXE_smelt"))
            .args(arguments)
            .current_dir(bench.path("."))
            .env("HOME", bench.path("home"))
            .env("XDG_CACHE_HOME", bench.path("home/cache"))
            .env("TERM", "xterm")
            .env_remove("SMELT_CACHE")
            .stdin(Stdio::null())
            .stdout(tty.try_clone().expect("standard output"))
            .stderr(tty)
            .spawn()
            .expect("the program starts");
        let shown = Arc::new(Mutex::new(vt100::Parser::new(
            NonZeroU16::new(rows).expect("rows"),
            NonZeroU16::new(columns).expect("columns"),
            0,
        )));
        let (mut master, screen) = (File::from(master), Arc::clone(&shown));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails once nobody has the other end open any more.
            while let Ok(read @ 1..) = master.read(&mut bytes) {
                screen.lock().expect("a screen").process(&bytes[..read]);
            }
        });
        Terminal {
            child,
            shown,
            columns,
        }
    }

    /// What stands on the screen now. None of its lines fills the terminal, and so none was wrapped.
    pub(crate) fn screen(&self) -> String {
        let parser = self.shown.lock().expect("a screen");
        let rows: Vec<String> = parser.screen().rows(0, self.columns).collect();
        for row in &rows {
            assert!(row.trim_end().width() < usize::from(self.columns), "{row}");
        }
        rows.join("\n").trim_end().to_owned()
    }

    /// The first screen of which this holds.
    pub(crate) fn wait_for(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.screen();
            if holds(&screen) {
                return screen;
            }
            let waits = begin.elapsed() < DEADLINE;
            assert!(waits, "{what}; the screen is\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for the program's end; all that it has left on the screen.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self
                .child
                .try_wait()
                .expect("the program can be waited for")
            {
                break status;
            }
            assert!(begin.elapsed() < DEADLINE, "{}", self.screen());
            std::thread::sleep(Duration::from_millis(20));
        };
        // What the program wrote last may still be on its way.
        std::thread::sleep(Duration::from_millis(200));
        (status, self.screen())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
