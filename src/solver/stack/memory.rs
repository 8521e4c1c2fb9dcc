//! The memory of a task that is held.

use std::cell::RefCell;
use std::fs::File;
use std::os::unix::fs::FileExt;

/// How many bytes are read at once. This pays because a stack is read in order.
const BLOCK: usize = 16 * 1024;

/// The memory of a task, read in blocks, the last of which is remembered.
#[derive(Debug)]
pub(super) struct Memory {
    file: File,
    block: RefCell<Block>,
}

#[derive(Debug, Default)]
struct Block {
    start: u64,
    bytes: Vec<u8>,
}

impl Memory {
    /// The memory of this task; none if it may not be read.
    pub(super) fn of(task: i32) -> Option<Memory> {
        Some(Memory {
            file: File::open(format!("/proc/{task}/mem")).ok()?,
            block: RefCell::default(),
        })
    }

    /// The word of 64 bits at this address; none if it is not mapped.
    pub(super) fn word(&self, address: u64) -> Option<u64> {
        self.bytes(address).map(u64::from_ne_bytes)
    }

    /// The bytes at this address; none if they are not all mapped.
    pub(super) fn bytes<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        let mut block = self.block.borrow_mut();
        if let Some(bytes) = block.bytes(address) {
            return Some(bytes);
        }
        let mut bytes = vec![0; BLOCK];
        let read = self.file.read_at(&mut bytes, address).ok()?;
        bytes.truncate(read);
        *block = Block {
            start: address,
            bytes,
        };
        block.bytes(address)
    }
}

impl Block {
    fn bytes<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        let at = usize::try_from(address.checked_sub(self.start)?).ok()?;
        let bytes = self.bytes.get(at..at.checked_add(N)?)?;
        bytes.try_into().ok()
    }
}
