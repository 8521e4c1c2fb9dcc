//! How the kernel and the loader would start a file.

use super::digest::open_regular;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// The kind of a file, as the kernel sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Executable {
    /// An ELF program with a loader (the path), which loads shared objects.
    Dynamic(PathBuf),
    /// Any other ELF file; it is started without a loader.
    Static,
    /// A script: its interpreter, and the rest of its first line.
    Script(PathBuf, OsString),
    /// Any other file.
    Other,
}

/// The length of the first line that counts, as in the kernel.
const LINE: usize = 256;

/// The largest number of program headers to examine.
const HEADERS: u64 = 4096;

const PT_INTERP: u64 = 3;

impl Executable {
    /// Examines a file.
    pub(super) fn of(path: &Path) -> io::Result<Executable> {
        let mut file = open_regular(path)?;
        let mut head = Vec::new();
        (&mut file).take(LINE as u64).read_to_end(&mut head)?;
        if let Some(line) = head.strip_prefix(b"#!") {
            return Ok(script(line));
        }
        match ElfHeader::parse(&head) {
            Some(header) => header.kind(&mut file),
            None => Ok(Executable::Other),
        }
    }
}

fn script(line: &[u8]) -> Executable {
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or(line);
    let line = trimmed(line);
    let blank = line.iter().position(|&byte| is_blank(byte));
    let (interpreter, rest) = line.split_at(blank.unwrap_or(line.len()));
    Executable::Script(
        PathBuf::from(OsString::from_vec(interpreter.to_vec())),
        OsString::from_vec(trimmed(rest).to_vec()),
    )
}

/// Whether a byte separates words in the first line, as in the kernel. A carriage return does not: it is part of a
/// word.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn trimmed(mut line: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = line
        && is_blank(*first)
    {
        line = rest;
    }
    while let [rest @ .., last] = line
        && is_blank(*last)
    {
        line = rest;
    }
    line
}

/// The fields of an ELF header that lead to the program headers.
struct ElfHeader {
    wide: bool,
    big_endian: bool,
    table: u64,
    entry_size: u64,
    entries: u64,
}

impl ElfHeader {
    fn parse(head: &[u8]) -> Option<ElfHeader> {
        if !head.starts_with(b"\x7fELF") {
            return None;
        }
        let mut header = ElfHeader {
            wide: *head.get(4)? == 2,
            big_endian: *head.get(5)? == 2,
            table: 0,
            entry_size: 0,
            entries: 0,
        };
        let (table, counts) = if header.wide { (32, 54) } else { (28, 42) };
        header.table = header.word(head, table)?;
        header.entry_size = header.number(head, counts, 2)?;
        header.entries = header.number(head, counts + 2, 2)?;
        Some(header)
    }

    /// The number in the next `size` bytes.
    fn number(&self, bytes: &[u8], at: usize, size: usize) -> Option<u64> {
        let bytes = bytes.get(at..at + size)?;
        let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        Some(if self.big_endian {
            bytes.iter().fold(0, add)
        } else {
            bytes.iter().rev().fold(0, add)
        })
    }

    /// An address-sized number.
    fn word(&self, bytes: &[u8], at: usize) -> Option<u64> {
        self.number(bytes, at, if self.wide { 8 } else { 4 })
    }

    fn kind(&self, file: &mut File) -> io::Result<Executable> {
        let table = read_at(
            file,
            self.table,
            self.entry_size * self.entries.min(HEADERS),
        )?;
        let size = usize::try_from(self.entry_size).unwrap_or(0).max(1);
        for entry in table.chunks_exact(size) {
            if self.number(entry, 0, 4) != Some(PT_INTERP) {
                continue;
            }
            let (offset, length) = if self.wide { (8, 32) } else { (4, 16) };
            if let (Some(offset), Some(length)) =
                (self.word(entry, offset), self.word(entry, length))
            {
                let mut name = read_at(file, offset, length.min(4096))?;
                name.truncate(
                    name.iter()
                        .position(|&byte| byte == 0)
                        .unwrap_or(name.len()),
                );
                return Ok(Executable::Dynamic(PathBuf::from(OsString::from_vec(name))));
            }
        }
        Ok(Executable::Static)
    }
}

fn read_at(file: &mut File, at: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The shared objects in the output of a loader's `--list`; none if one is missing or the output is not understood.
pub(super) fn listed_objects(list: &[u8]) -> Option<Vec<PathBuf>> {
    let mut objects = Vec::new();
    for line in list.split(|&byte| byte == b'\n') {
        let line = line.trim_ascii();
        let named = match memchr::memmem::find(line, b" => ") {
            Some(arrow) => &line[arrow + 4..],
            None => line,
        };
        if named == b"not found" {
            return None;
        }
        let end = memchr::memmem::rfind(named, b" (0x").unwrap_or(named.len());
        if named.starts_with(b"/") {
            objects.push(PathBuf::from(OsString::from_vec(named[..end].to_vec())));
        }
    }
    (!objects.is_empty()).then_some(objects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_a_script_names_its_interpreter() {
        let executable = script(b" /usr/bin/env  python3 -u \nrest");
        assert_eq!(
            executable,
            Executable::Script("/usr/bin/env".into(), "python3 -u".into())
        );
    }

    #[test]
    fn a_carriage_return_is_part_of_the_interpreters_name() {
        let executable = script(b"/bin/sh\r\nrest");
        assert_eq!(
            executable,
            Executable::Script("/bin/sh\r".into(), OsString::new())
        );
    }

    #[test]
    fn a_missing_object_makes_the_list_useless() {
        let list = b"\tlinux-vdso.so.1 (0x00007ffe)\n\tliba.so => /opt/a b/liba.so (0x0000)\n\t/lib64/ld.so (0x00)\n";
        assert_eq!(
            listed_objects(list),
            Some(vec!["/opt/a b/liba.so".into(), "/lib64/ld.so".into()])
        );
        assert_eq!(listed_objects(b"\tliba.so => not found\n"), None);
        assert_eq!(listed_objects(b""), None);
    }

    #[test]
    fn the_loader_of_this_very_program_is_found() -> io::Result<()> {
        let executable = Executable::of(&std::env::current_exe()?)?;
        assert!(matches!(executable, Executable::Dynamic(loader) if loader.is_absolute()));
        Ok(())
    }
}
