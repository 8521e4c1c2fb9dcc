//! How the kernel and the loader would start a file.

use super::digest::open_regular;
use object::elf::{FileHeader32, FileHeader64};
use object::read::elf::{FileHeader, ProgramHeader};
use object::{Endianness, FileKind, ReadCache};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
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

impl Executable {
    /// Examines a file.
    pub(super) fn of(path: &Path) -> io::Result<Executable> {
        let mut file = open_regular(path)?;
        let mut head = Vec::new();
        (&mut file).take(LINE as u64).read_to_end(&mut head)?;
        if let Some(line) = head.strip_prefix(b"#!") {
            return Ok(script(line));
        }
        let file = ReadCache::new(file);
        Ok(match FileKind::parse(&file) {
            Ok(FileKind::Elf32) => elf::<FileHeader32<Endianness>>(&file),
            Ok(FileKind::Elf64) => elf::<FileHeader64<Endianness>>(&file),
            _ => Executable::Other,
        })
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

/// An ELF file with a header of this kind.
fn elf<H: FileHeader<Endian = Endianness>>(file: &ReadCache<File>) -> Executable {
    loader::<H>(file).map_or(Executable::Static, Executable::Dynamic)
}

/// The loader that an ELF file names; none if there is none, or the file is damaged.
fn loader<H: FileHeader<Endian = Endianness>>(file: &ReadCache<File>) -> Option<PathBuf> {
    let header = H::parse(file).ok()?;
    let endian = header.endian().ok()?;
    let mut segments = header.program_headers(endian, file).ok()?.iter();
    let name = segments.find_map(|segment| segment.interpreter(endian, file).ok()?)?;
    Some(PathBuf::from(OsStr::from_bytes(name)))
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
