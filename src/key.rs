//! The identity of a question to a solver. This is the only module that decides what is hashed into a key.
//!
//! A key is a whole blake3 hash (32 bytes) over length-prefixed fields. Whenever an input is added, left out or encoded
//! differently, [`KEY_VERSION`] must be raised; a test with fixed inputs and keys ensures this.
//!
//! A **fingerprint** covers, in this order:
//! 1. [`KEY_VERSION`];
//! 2. the contents of all files that the command depends on: the program, every argument that names a file, every
//!    argument that PATH resolves to a program, the files to depend on, and the interpreters and shared objects of
//!    each;
//! 3. the command: the program and arguments that name files as digests of their content (`--name=some/file` as
//!    the name and the digest), all others as they are, `{}` standing for the candidate;
//! 4. the names and contents of the files to depend on;
//! 5. the names and values of the environment variables that are passed on, except PATH;
//! 6. PATH, only if the command depends on a script;
//! 7. whether the candidate's path is absolute, the directory to run in if it is not the slot, and the
//!    candidate's extension;
//! 8. the random number of this output, only if not all dependencies can be determined;
//! 9. the candidate's whole name, only if the command asks for it (interestingness scripts). This field and
//!    the following ones come last and are left out if they do not apply, so that they change no other fingerprint;
//! 10. that the candidate is the command's standard input, only if it is;
//! 11. the system's limits that are lower than usual, only if some are.
//!
//! A **question** covers [`KEY_VERSION`], the fingerprint, the memory limit (under which a solver may behave
//! differently) and the text. No key covers limits of time and output, which are stored with the observation, match
//! rules, names of cases, or the path of the slot, for which there is a placeholder.

use blake3::Hasher;

/// Must be raised whenever an input of a key changes.
pub const KEY_VERSION: u32 = 1;

/// The identity of a command: everything but the text that may influence its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u8; 32]);

/// The identity of a question: a command, a memory limit and a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub [u8; 32]);

/// A part of a command.
#[derive(Clone, PartialEq, Eq)]
pub enum CommandPart {
    /// An argument as it is; `{}` stands for the candidate.
    Text(Vec<u8>),
    /// A file, by the digest of its content.
    File([u8; 32]),
}

/// What a fingerprint is computed from. It cannot be printed, because it holds values of environment variables.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// The digests of all files that the command depends on, in the order in which they were found.
    pub dependencies: Vec<[u8; 32]>,
    /// The program and its arguments.
    pub command: Vec<CommandPart>,
    /// Names and digests of the files to depend on.
    pub depends: Vec<(Vec<u8>, [u8; 32])>,
    /// Names and values of the environment variables that are passed on, sorted, without PATH.
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    /// PATH, if the command depends on a script.
    pub path: Option<Vec<u8>>,
    /// Whether the candidate's path is absolute.
    pub absolute_path: bool,
    /// The directory to run in, if it is not the slot.
    pub cwd: Option<Vec<u8>>,
    /// The candidate's extension.
    pub extension: Vec<u8>,
    /// The candidate's whole name, if the command asks for it.
    pub name: Option<Vec<u8>>,
    /// Whether the candidate is the command's standard input.
    pub reads_stdin: bool,
    /// Names and values of the system's limits that are lower than usual.
    pub lowered: Vec<(Vec<u8>, u64)>,
    /// Whether the answers may depend on something that is not included here.
    pub opaque: bool,
}

/// The fingerprint of a command. `nonce`, the random number of an output, is used only if the identity is opaque, so
/// that observations are reused for that output only.
pub fn fingerprint(identity: &Identity, nonce: Option<&[u8; 32]>) -> Fingerprint {
    let mut fields = FieldHasher::new("smelt fingerprint");
    fields.count(identity.dependencies.len());
    for digest in &identity.dependencies {
        fields.bytes(digest);
    }
    fields.count(identity.command.len());
    for part in &identity.command {
        match part {
            CommandPart::Text(text) => fields.tagged(b"text", text),
            CommandPart::File(digest) => fields.tagged(b"file", digest),
        }
    }
    fields.count(identity.depends.len());
    for (name, digest) in &identity.depends {
        fields.tagged(name, digest);
    }
    fields.count(identity.env.len());
    for (name, value) in &identity.env {
        fields.tagged(name, value);
    }
    fields.optional(identity.path.as_deref());
    fields.bytes(if identity.absolute_path {
        b"absolute"
    } else {
        b"relative"
    });
    fields.optional(identity.cwd.as_deref());
    fields.bytes(&identity.extension);
    fields.bytes(if identity.opaque { b"opaque" } else { b"told" });
    fields.optional(nonce.filter(|_| identity.opaque).map(<[u8; 32]>::as_slice));
    if let Some(name) = &identity.name {
        fields.tagged(b"name", name);
    }
    if identity.reads_stdin {
        fields.bytes(b"stdin");
    }
    for (name, limit) in &identity.lowered {
        fields.tagged(name, &limit.to_le_bytes());
    }
    Fingerprint(fields.finish())
}

/// The key of a question; the memory limit is in bytes.
pub fn question(fingerprint: &Fingerprint, memory_limit: Option<u64>, text: &[u8]) -> Key {
    let mut fields = FieldHasher::new("smelt question");
    fields.bytes(&fingerprint.0);
    fields.optional(
        memory_limit
            .map(u64::to_le_bytes)
            .as_ref()
            .map(<[u8; 8]>::as_slice),
    );
    fields.bytes(text);
    Key(fields.finish())
}

/// Hashes fields, each preceded by its length.
struct FieldHasher(Hasher);

impl FieldHasher {
    fn new(purpose: &str) -> FieldHasher {
        let mut fields = FieldHasher(Hasher::new_derive_key(purpose));
        fields.bytes(&KEY_VERSION.to_le_bytes());
        fields
    }

    fn count(&mut self, count: usize) {
        self.0.update(&(count as u64).to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.update(bytes);
    }

    fn tagged(&mut self, tag: &[u8], bytes: &[u8]) {
        self.bytes(tag);
        self.bytes(bytes);
    }

    fn optional(&mut self, bytes: Option<&[u8]>) {
        self.count(usize::from(bytes.is_some()));
        if let Some(bytes) = bytes {
            self.bytes(bytes);
        }
    }

    fn finish(self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity() -> Identity {
        Identity {
            dependencies: vec![[1; 32], [2; 32]],
            command: vec![
                CommandPart::File([1; 32]),
                CommandPart::Text(b"-T:5".to_vec()),
                CommandPart::Text(b"{}".to_vec()),
            ],
            depends: vec![(b"rules".to_vec(), [3; 32])],
            env: vec![(b"A".to_vec(), b"b".to_vec())],
            path: None,
            absolute_path: false,
            cwd: None,
            extension: b"smt2".to_vec(),
            name: None,
            reads_stdin: false,
            lowered: Vec::new(),
            opaque: false,
        }
    }

    fn hex(bytes: [u8; 32]) -> String {
        blake3::Hash::from_bytes(bytes).to_hex().to_string()
    }

    /// If this fails, raise [`KEY_VERSION`] and paste the new values: a store must not mix the two.
    #[test]
    fn fixed_inputs_have_fixed_keys_at_this_version() {
        let fingerprint = fingerprint(&identity(), None);
        let golden = "f9f5785352e00c3f15e6452e5dcab9c3d6e71f47c201274cfb1a554aaf986985";
        assert_eq!((KEY_VERSION, hex(fingerprint.0).as_str()), (1, golden));
        let key = question(&fingerprint, Some(4 << 30), b"(check-sat)\n");
        let golden = "8ec005398cccbd4eb011e2f837be227c7db19ca57169a18187dee535976f8f59";
        assert_eq!((KEY_VERSION, hex(key.0).as_str()), (1, golden));
    }

    #[test]
    fn every_field_counts() {
        let changes: [fn(&mut Identity); 15] = [
            |id| id.dependencies.truncate(1),
            |id| id.dependencies.swap(0, 1),
            |id| id.command[1] = CommandPart::Text(b"-T:6".to_vec()),
            |id| id.command[0] = CommandPart::Text(vec![1; 32]),
            |id| id.depends[0].0 = b"other".to_vec(),
            |id| id.depends[0].1 = [4; 32],
            |id| id.env[0].1 = b"c".to_vec(),
            |id| id.path = Some(b"/bin".to_vec()),
            |id| id.absolute_path = true,
            |id| id.cwd = Some(b"/bin".to_vec()),
            |id| id.extension = b"sy".to_vec(),
            |id| id.name = Some(b"bug.smt2".to_vec()),
            |id| id.name = Some(b"bag.smt2".to_vec()),
            |id| id.reads_stdin = true,
            |id| id.opaque = true,
        ];
        let mut all = vec![fingerprint(&identity(), None)];
        for change in changes {
            let mut other = identity();
            change(&mut other);
            let fingerprint = fingerprint(&other, None);
            assert!(!all.contains(&fingerprint));
            all.push(fingerprint);
        }
    }

    #[test]
    fn neighbouring_fields_do_not_run_together() {
        let with = |a: &str, b: &str| {
            let command = vec![CommandPart::Text(a.into()), CommandPart::Text(b.into())];
            fingerprint(
                &Identity {
                    command,
                    ..identity()
                },
                None,
            )
        };
        assert_ne!(with("ab", "c"), with("a", "bc"));
    }

    #[test]
    fn the_nonce_counts_only_where_the_identity_is_opaque() {
        let (one, two) = ([1; 32], [2; 32]);
        let told = identity();
        assert_eq!(fingerprint(&told, Some(&one)), fingerprint(&told, None));
        let opaque = Identity {
            opaque: true,
            ..identity()
        };
        assert_ne!(
            fingerprint(&opaque, Some(&one)),
            fingerprint(&opaque, Some(&two))
        );
        assert_ne!(fingerprint(&opaque, Some(&one)), fingerprint(&opaque, None));
    }

    #[test]
    fn the_memory_limit_is_part_of_the_question() {
        let fingerprint = fingerprint(&identity(), None);
        let ask = |limit| question(&fingerprint, limit, b"x");
        assert_ne!(ask(None), ask(Some(u64::MAX)));
        assert_ne!(ask(Some(1)), ask(Some(2)));
        assert_eq!(ask(Some(1)), ask(Some(1)));
    }
}
