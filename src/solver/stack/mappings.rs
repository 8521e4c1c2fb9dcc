//! The mappings of a task's memory: which program or shared object an address is in, and where its stacks end.

use super::module::{self, Module};
use super::position::Position;
use crate::observation::Frame;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A stretch of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mapping {
    /// The first address.
    pub(super) start: u64,
    /// The address after the last one.
    pub(super) end: u64,
    /// The place in the file that is mapped.
    offset: u64,
    /// Whether it may be read: the guard of a stack may not.
    pub(super) is_readable: bool,
    is_executable: bool,
    /// The file that is mapped, or what the system calls it.
    name: PathBuf,
}

/// All mappings of a task, by address.
#[derive(Debug)]
pub(super) struct Mappings {
    all: Vec<Mapping>,
    /// The largest size of the main stack in bytes, if there is a limit.
    stack_limit: Option<u64>,
    modules: RefCell<HashMap<PathBuf, Option<Arc<Module>>>>,
}

/// A module, and how far above its own addresses it is loaded.
pub(super) struct Loaded {
    pub(super) module: Arc<Module>,
    pub(super) bias: u64,
}

impl Mappings {
    /// The mappings of this task; none if they may not be read.
    pub(super) fn of(task: i32) -> Option<Mappings> {
        let maps = fs::read(format!("/proc/{task}/maps")).ok()?;
        let limits = fs::read_to_string(format!("/proc/{task}/limits")).ok()?;
        Some(Mappings::parse(&maps, &limits))
    }

    fn parse(maps: &[u8], limits: &str) -> Mappings {
        let lines = maps.split(|&byte| byte == b'\n');
        let stack = limits
            .lines()
            .find_map(|line| line.strip_prefix("Max stack size"));
        Mappings {
            all: lines.filter_map(mapping).collect(),
            stack_limit: stack.and_then(|line| line.split_whitespace().next()?.parse().ok()),
            modules: RefCell::default(),
        }
    }

    /// The mapping that holds an address.
    pub(super) fn at(&self, address: u64) -> Option<&Mapping> {
        self.all.get(self.index(address)?)
    }

    /// The mapping that ends where this one begins.
    pub(super) fn below(&self, mapping: &Mapping) -> Option<&Mapping> {
        let below = &self.all[self.index(mapping.start)?.checked_sub(1)?];
        (below.end == mapping.start).then_some(below)
    }

    /// The first mapping above an address that no mapping holds.
    pub(super) fn above(&self, address: u64) -> Option<&Mapping> {
        let next = self.all.partition_point(|mapping| mapping.start <= address);
        self.all.get(next)
    }

    /// The largest size of this mapping in bytes, if it is the main stack and has a limit.
    pub(super) fn main_stack_limit(&self, mapping: &Mapping) -> Option<u64> {
        self.stack_limit
            .filter(|_| mapping.name == Path::new("[stack]"))
    }

    /// Whether there is code at an address.
    pub(super) fn has_code(&self, address: u64) -> bool {
        self.at(address)
            .is_some_and(|mapping| mapping.is_executable)
    }

    /// The program or shared object that holds an address.
    pub(super) fn loaded(&self, address: u64) -> Option<Loaded> {
        let mapping = self.at(address)?;
        let mut modules = self.modules.borrow_mut();
        let module = modules
            .entry(mapping.name.clone())
            .or_insert_with(|| module::load(&mapping.name));
        let module = Arc::clone(module.as_ref()?);
        let bias = mapping
            .start
            .wrapping_sub(module.address_of(mapping.offset)?);
        Some(Loaded { module, bias })
    }

    /// The function that holds a position.
    pub(super) fn frame(&self, position: &Position) -> Frame {
        let address = position.look_up();
        let function = self.loaded(address).and_then(|loaded| {
            let own = address.wrapping_sub(loaded.bias);
            loaded.module.function(own)
        });
        let module = self.at(address).map(|mapping| {
            let base = mapping.name.file_name().unwrap_or_default();
            base.to_string_lossy().into_owned()
        });
        Frame {
            function: function.unwrap_or_default(),
            module: module.unwrap_or_default(),
        }
    }

    fn index(&self, address: u64) -> Option<usize> {
        let next = self.all.partition_point(|mapping| mapping.start <= address);
        let index = next.checked_sub(1)?;
        (address < self.all[index].end).then_some(index)
    }
}

/// A line of `/proc/PID/maps`: addresses, permissions, offset, device, inode and name. The name may contain blanks.
fn mapping(line: &[u8]) -> Option<Mapping> {
    let mut fields = line.splitn(6, |&byte| byte == b' ');
    let mut text = || std::str::from_utf8(fields.next()?).ok();
    let (start, end) = text()?.split_once('-')?;
    let permissions = text()?;
    let offset = text()?;
    text()?;
    text()?;
    let name = fields.next().unwrap_or_default().trim_ascii_start();
    let hexadecimal = |text| u64::from_str_radix(text, 16).ok();
    Some(Mapping {
        start: hexadecimal(start)?,
        end: hexadecimal(end)?,
        offset: hexadecimal(offset)?,
        is_readable: permissions.starts_with('r'),
        is_executable: permissions.as_bytes().get(2) == Some(&b'x'),
        name: PathBuf::from(std::ffi::OsStr::from_bytes(name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPS: &[u8] = b"55d0a0000000-55d0a0001000 r--p 00000000 fe:00 7     /opt/a b/z3\n\
        55d0a0001000-55d0a0003000 r-xp 00001000 fe:00 7     /opt/a b/z3\n\
        7f0000000000-7f0000001000 ---p 00000000 00:00 0 \n\
        7f0000001000-7f0000801000 rw-p 00000000 00:00 0 \n\
        7ffc00000000-7ffc00800000 rw-p 00000000 00:00 0      [stack]\n";
    const LIMITS: &str = "Limit  Soft Limit  Hard Limit  Units\n\
        Max stack size            8388608              unlimited            bytes     \n";

    #[test]
    fn an_address_is_found_in_its_mapping_only() {
        let mappings = Mappings::parse(MAPS, LIMITS);
        let name = |address| mappings.at(address).map(|mapping| mapping.name.clone());
        assert_eq!(name(0x55d0_a000_2fff), Some(PathBuf::from("/opt/a b/z3")));
        assert_eq!(name(0x55d0_a000_3000), None);
        assert_eq!(name(0), None);
        assert!(mappings.has_code(0x55d0_a000_1000));
        assert!(!mappings.has_code(0x55d0_a000_0000));
    }

    #[test]
    fn the_guard_of_a_stack_is_right_below_it() {
        let mappings = Mappings::parse(MAPS, LIMITS);
        let thread = mappings.at(0x7f00_0000_1000).expect("a mapping");
        assert!(
            mappings
                .below(thread)
                .is_some_and(|guard| !guard.is_readable)
        );
        assert_eq!(mappings.main_stack_limit(thread), None);
        let main = mappings.above(0x7ffb_ffff_fff8).expect("a mapping");
        assert_eq!(mappings.main_stack_limit(main), Some(8 << 20));
        assert_eq!(mappings.below(main), None);
    }
}
