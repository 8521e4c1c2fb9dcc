//! Files as users have them: what is read of each, and what is refused.

use smelt::corpus::{Case, discover};
use smelt::input::{Form, InputError, InputFile, LARGEST, digest, head, length, plain_name, read};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const TEXT: &[u8] = b"; smelt: timeout = 3\n(check-sat)\n";

/// A file of these bytes, whose name says nothing.
fn file(bytes: &[u8]) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("case.smt2");
    std::fs::write(&path, bytes).expect("a file");
    (directory, path)
}

fn named(path: &Path) -> InputFile {
    InputFile::named(path)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut packer = liblzma::write::XzEncoder::new(Vec::new(), 1);
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut packer = zstd::Encoder::new(Vec::new(), 1).expect("memory");
    packer.include_checksum(true).expect("memory");
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

type Pack = fn(&[u8]) -> Vec<u8>;

/// Every way to compress, with its name.
const PACKERS: [(&str, Pack); 4] = [("gzip", gzip), ("xz", xz), ("zstd", zstd), ("bzip2", bzip2)];

fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(unit).collect()
}

#[track_caller]
fn refused(bytes: &[u8]) -> String {
    let (_directory, path) = file(bytes);
    read(&named(&path), false).expect_err("no text").to_string()
}

/// Bytes that look random, the same at each call.
fn noise(length: usize) -> Vec<u8> {
    let mut state = blake3::hash(b"noise");
    let mut bytes = Vec::new();
    while bytes.len() < length {
        bytes.extend_from_slice(state.as_bytes());
        state = blake3::hash(state.as_bytes());
    }
    bytes.truncate(length);
    bytes
}

#[test]
fn a_compressed_file_is_read_as_what_it_holds_whatever_its_name() {
    for (name, pack) in PACKERS {
        let (_directory, path) = file(&pack(TEXT));
        let input = read(&named(&path), false).expect(name);
        assert_eq!(input.text, TEXT, "{name}");
        assert_eq!(input.digest, blake3::hash(TEXT), "{name}");
        assert!(
            input.form.is_compressed && !input.form.is_verbatim(),
            "{name}"
        );
        assert_eq!(digest(&named(&path)).expect(name), input.digest, "{name}");
        let packed = path.with_extension("gz");
        std::fs::copy(&path, &packed).expect("a copy");
        assert_eq!(
            length(&named(&packed)).expect(name),
            TEXT.len() as u64,
            "{name}"
        );
        assert_eq!(head(&named(&path), 7).expect(name), TEXT[..7], "{name}");
        let (_directory, empty) = file(&pack(b""));
        assert_eq!(read(&named(&empty), false).expect(name).text, b"", "{name}");
    }
}

#[test]
fn several_compressed_files_in_one_are_read_one_after_the_other() {
    for (name, pack) in PACKERS {
        let (_directory, path) = file(&[pack(b"(check-"), pack(b"sat)")].concat());
        assert_eq!(
            read(&named(&path), false).expect(name).text,
            b"(check-sat)",
            "{name}"
        );
    }
}

#[test]
fn zeros_that_fill_up_a_gzip_file_are_ignored_and_nothing_else_is() {
    let packed = gzip(TEXT);
    // More zeros than a reader takes at once.
    for zeros in [1, 512, 100_000] {
        let (_directory, path) = file(&[&packed[..], &vec![0; zeros]].concat());
        assert_eq!(read(&named(&path), false).expect("a text").text, TEXT);
        let packed = path.with_extension("gz");
        std::fs::copy(&path, &packed).expect("a copy");
        assert_eq!(
            length(&named(&packed)).expect("a length"),
            TEXT.len() as u64
        );
    }
    for garbage in [&b"garbage"[..], b"\0\0garbage"] {
        let said = refused(&[&packed[..], garbage].concat());
        assert!(said.contains("cannot unpack"), "{said}");
    }
}

#[test]
fn a_compressed_file_that_is_cut_off_or_damaged_is_refused_and_named() {
    let long = noise(4096);
    for (name, pack) in PACKERS {
        let packed = pack(&long);
        let cut = refused(&packed[..packed.len() / 2]);
        assert!(cut.contains("it is cut off") && cut.contains(name), "{cut}");
        let mut damaged = packed;
        let middle = damaged.len() / 2;
        damaged[middle..middle + 32].fill(0x55);
        let damaged = refused(&damaged);
        assert!(
            damaged.contains("cannot unpack") && damaged.contains(name),
            "{damaged}"
        );
    }
}

#[test]
fn a_small_file_that_holds_too_much_is_refused_and_the_most_is_named() {
    let zeros = std::io::repeat(b' ').take(LARGEST + 1);
    let bomb = zstd::encode_all(zeros, 1).expect("memory");
    assert!(bomb.len() < 1 << 20);
    let said = refused(&bomb);
    assert!(said.contains("more than 256 MiB"), "{said}");
}

#[test]
fn the_ending_of_compressed_files_is_no_part_of_a_name() {
    for (path, plain) in [
        ("a.smt2", "a.smt2"),
        ("b/a.smt2.gz", "b/a.smt2"),
        ("a.lp.XZ", "a.lp"),
        ("a.smt2.zst", "a.smt2"),
        ("a.smt2.bz2", "a.smt2"),
        ("a.gz", "a"),
        ("a.gz.xz", "a.gz"),
        (".gz", ".gz"),
        ("a.gz/b", "a.gz/b"),
    ] {
        assert_eq!(plain_name(Path::new(path)), Path::new(plain), "{path}");
    }
}

#[test]
fn utf16_with_a_mark_is_read_as_utf8() {
    let text = "; ä 𝄞\n(check-sat)\n";
    for unit in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes = utf16(text, unit);
        let (_directory, path) = file(&bytes);
        let input = read(&named(&path), false).expect("a text");
        assert_eq!(input.text, text.as_bytes());
        assert_eq!(input.digest, blake3::hash(&bytes));
        assert!(input.form.is_utf16);
        assert_eq!(
            head(&named(&path), 1 << 16).expect("a head"),
            text.as_bytes()
        );
        let verbatim = read(&named(&path), true).expect("bytes");
        assert_eq!((verbatim.text, verbatim.form), (bytes, Form::default()));
    }
}

#[test]
fn utf16_in_a_compressed_file_is_read_as_utf8() {
    let (_directory, path) = file(&gzip(&utf16("(check-sat)", u16::to_le_bytes)));
    assert_eq!(
        read(&named(&path), false).expect("a text").text,
        b"(check-sat)"
    );
}

#[test]
fn utf16_that_is_cut_off_or_no_utf16_is_refused() {
    let bytes = utf16("(check-sat)", u16::to_le_bytes);
    let cut = &bytes[..bytes.len() - 1];
    let lone = [&bytes[..], &[0x00, 0xd8, b'a', 0]].concat();
    for wrong in [cut, &lone] {
        let said = refused(wrong);
        assert!(said.contains("not valid UTF-16"), "{said}");
    }
}

#[test]
fn odd_bytes_after_a_mark_are_no_utf16() {
    let (_directory, path) = file(b"\xff\xfe(check-sat)");
    let input = read(&named(&path), false).expect("a text");
    assert_eq!(input.text, b"\xff\xfe(check-sat)");
}

#[test]
fn programs_archives_and_other_data_are_refused_but_taken_as_bytes() {
    let tar = [&[b'a'; 257][..], b"ustar\x0000"].concat();
    let table = [
        (b"\x7fELF\x02\x01".to_vec(), "ELF"),
        (b"PK\x03\x04".to_vec(), "zip"),
        (b"7z\xbc\xaf\x27\x1c".to_vec(), "7z"),
        (b"Rar!\x1a\x07".to_vec(), "rar"),
        (gzip(&tar), "tar"),
        (tar, "tar"),
        (gzip(&xz(TEXT)), "compressed file in a compressed file"),
        (noise(4096), "binary data"),
        (noise(200), "binary data"),
        (vec![0; 9], "binary data"),
        (
            "(check-sat)"
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect(),
            "binary data",
        ),
    ];
    for (bytes, what) in table {
        let said = refused(&bytes);
        assert!(
            said.contains(what) && said.contains("--language lines"),
            "{said}"
        );
        let (_directory, path) = file(&bytes);
        assert!(read(&named(&path), true).is_ok(), "{what}");
    }
}

#[test]
fn a_text_with_a_few_odd_bytes_is_a_text() {
    let long = [&b"(assert true)\n".repeat(100)[..], &[0; 20]].concat();
    let texts: [&[u8]; 6] = [
        b"",
        b"\0\0\0\0\0\0\0\0",
        b"(echo \"\0\xff\x1b[1m\")\n",
        "; \u{e4}\u{4e16}\u{754c}\n(check-sat)\r\n\x0c".as_bytes(),
        b"\xe4\xf6\xfc\xdf\xe4\xf6\xfc\xdf\xe4\xf6\xfc\xdf",
        &long,
    ];
    for text in texts {
        let (_directory, path) = file(text);
        let input = read(&named(&path), false).expect("a text");
        assert_eq!(input.text, text);
        assert!(input.form.is_verbatim());
    }
}

#[test]
fn a_file_that_is_missing_is_no_text() {
    let missing = read(&named(Path::new("no/such/file")), false);
    assert!(matches!(missing, Err(InputError::Read(_))));
}

/// The cases of a directory with these files: each id, and the file that it is.
fn found(files: &[&str]) -> Vec<(String, String)> {
    let directory = tempfile::tempdir().expect("a directory");
    for name in files {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, gzip(TEXT)).expect("a file");
    }
    let found = discover(&[directory.path().to_owned()]).expect("a corpus");
    let below = |path: &Path| {
        let below = path.strip_prefix(directory.path()).expect("a case");
        below.display().to_string()
    };
    assert!(
        found
            .cases
            .iter()
            .all(|case| case.relative.extension() != Some("gz".as_ref()))
    );
    let cases = found.cases.iter();
    cases
        .map(|case| (case.id.to_string(), below(case.path())))
        .collect()
}

#[test]
fn a_compressed_file_is_found_as_the_case_that_it_holds() {
    for (files, cases) in [
        (
            &["a.smt2.gz", "b.lp.xz", "c/d.SMT2.ZST", "e.cnf.gz", "f.gz"][..],
            &[
                ("a.smt2", "a.smt2.gz"),
                ("b.lp", "b.lp.xz"),
                ("c/d.SMT2", "c/d.SMT2.ZST"),
            ][..],
        ),
        (
            &["a.smt2", "a.smt2.gz", "a.smt2.xz", "a.gz.smt2"],
            &[
                ("a.gz-2.smt2", "a.smt2.gz"),
                ("a.gz.smt2", "a.gz.smt2"),
                ("a.smt2", "a.smt2"),
                ("a.xz.smt2", "a.smt2.xz"),
            ],
        ),
        (
            &["a.smt2.gz", "a.smt2.xz"],
            &[("a.smt2", "a.smt2.gz"), ("a.xz.smt2", "a.smt2.xz")],
        ),
    ] {
        let cases: Vec<_> = cases
            .iter()
            .map(|(id, file)| (id.to_string(), file.to_string()))
            .collect();
        assert_eq!(found(files), cases);
    }
}

#[test]
fn the_size_of_a_case_is_that_of_what_it_holds() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = b"(assert true)\n".repeat(1000);
    let path = directory.path().join("a.smt2.gz");
    std::fs::write(&path, gzip(&text)).expect("a file");
    let found = discover(&[directory.path().to_owned()]).expect("a corpus");
    assert_eq!(found.cases[0].bytes, text.len() as u64);
    assert_eq!(Case::of_file(&path).expect("a case").id, "a.smt2");
}
