//! A program or shared object: its unwind tables, and the names of its functions.
//!
//! A module is read once in the life of this process, as long as its file does not change.

use super::name;
use crate::solver::digest::Stamp;
use crate::sync::Mutex;
use data_encoding::HEXLOWER;
use gimli::{
    BaseAddresses, CieOrFde, EhFrame, EhFrameHdr, EhFrameOffset, EndianSlice, NativeEndian,
    ParsedEhFrameHdr, UnwindSection,
};
use object::read::elf::{ElfFile64, FileHeader, ProgramHeader};
use object::read::{ReadCache, ReadRef};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The bytes of a table in the module.
pub(super) type Bytes<'a> = EndianSlice<'a, NativeEndian>;

/// The entry of an unwind table for a function.
pub(super) type Entry<'a> = gimli::FrameDescriptionEntry<Bytes<'a>>;

/// Sections of more bytes are not read.
const LARGEST_SECTION: u64 = 256 << 20;

/// A module, as far as unwinding needs it. Addresses are the module's own: those in its file.
#[derive(Debug)]
pub(super) struct Module {
    /// The base name of the file, and its build id where it has one.
    identity: String,
    /// The segments with code.
    segments: Vec<Segment>,
    eh_frame: Section,
    eh_frame_hdr: Section,
    /// Where each unwind entry is, by the address at which its function starts. Empty if `eh_frame_hdr` is such an
    /// index.
    entries: Vec<(u64, EhFrameOffset)>,
    functions: Vec<Symbol>,
    /// The names of the functions, one after the other.
    names: Vec<u8>,
}

#[derive(Debug)]
struct Segment {
    offset: u64,
    address: u64,
    size: u64,
}

#[derive(Debug, Default)]
struct Section {
    address: u64,
    bytes: Vec<u8>,
}

/// A function in the symbol table.
#[derive(Debug)]
struct Symbol {
    address: u64,
    size: u64,
    /// Where its name begins and ends.
    name: (u32, u32),
}

/// The file that a module was read from.
type Origin = (PathBuf, Stamp);

/// The modules that were read; none for a file that is not a module.
static MODULES: LazyLock<Mutex<HashMap<Origin, Option<Arc<Module>>>>> =
    LazyLock::new(Mutex::default);

/// The module in a file, if it is one.
pub(super) fn load(path: &Path) -> Option<Arc<Module>> {
    let file = File::open(path).ok()?;
    let stamp = Stamp::from(rustix::fs::fstat(&file).ok()?);
    let mut modules = MODULES.lock();
    let module = modules
        .entry((path.to_owned(), stamp))
        .or_insert_with(|| Module::read(path, file).map(Arc::new));
    module.clone()
}

impl Module {
    fn read(path: &Path, file: File) -> Option<Module> {
        let cache = ReadCache::new(file);
        let elf = ElfFile64::<object::NativeEndian, _>::parse(&cache).ok()?;
        let endian = elf.endian();
        let headers = elf.elf_header().program_headers(endian, &cache).ok()?;
        // The last page of one segment and the first one of the next may be the same page of the file.
        let loaded = headers.iter().filter(|header| {
            header.p_type(endian) == object::elf::PT_LOAD
                && header.p_flags(endian).contains(object::elf::PF_X)
        });
        let base = path.file_name().unwrap_or_default().to_string_lossy();
        let identity = match elf.build_id().ok().flatten() {
            Some(id) => format!("{base}@{}", HEXLOWER.encode(&id[..id.len().min(8)])),
            None => base.into_owned(),
        };
        let mut module = Module {
            identity,
            segments: loaded
                .map(|header| Segment {
                    offset: header.p_offset(endian),
                    address: header.p_vaddr(endian),
                    size: header.p_filesz(endian),
                })
                .collect(),
            eh_frame: section(&elf, ".eh_frame"),
            eh_frame_hdr: section(&elf, ".eh_frame_hdr"),
            entries: Vec::new(),
            functions: Vec::new(),
            names: Vec::new(),
        };
        // Unwinding needs an index of the unwind entries.
        if module.index(&module.bases()).is_none() {
            module.entries = module.entries_by_address();
        }
        // A stripped module still has the symbols that other modules use.
        module.add_functions(elf.symbols());
        if module.functions.is_empty() {
            module.add_functions(elf.dynamic_symbols());
        }
        // If a function has several names, the first in alphabetical order counts.
        let name_of =
            |symbol: &Symbol| &module.names[symbol.name.0 as usize..symbol.name.1 as usize];
        let mut functions = std::mem::take(&mut module.functions);
        functions.sort_by(|a, b| {
            a.address
                .cmp(&b.address)
                .then_with(|| name_of(a).cmp(name_of(b)))
        });
        functions.dedup_by_key(|symbol| symbol.address);
        module.functions = functions;
        Some(module)
    }

    fn add_functions<'data>(&mut self, symbols: impl Iterator<Item = impl ObjectSymbol<'data>>) {
        for symbol in
            symbols.filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.is_definition())
        {
            let Ok(name) = symbol.name_bytes() else {
                continue;
            };
            let begin = self.names.len();
            self.names.extend_from_slice(name);
            if let (Ok(begin), Ok(end)) = (u32::try_from(begin), u32::try_from(self.names.len())) {
                self.functions.push(Symbol {
                    address: symbol.address(),
                    size: symbol.size(),
                    name: (begin, end),
                });
            }
        }
    }

    /// The address of a place in the file, where there is code.
    pub(super) fn address_of(&self, offset: u64) -> Option<u64> {
        // A mapping begins at a page, and so it may begin before its segment.
        const PAGE: u64 = 4096;
        let segment = self.segments.iter().find(|segment| {
            segment.offset & !(PAGE - 1) <= offset && offset < segment.offset + segment.size
        })?;
        Some(
            segment
                .address
                .wrapping_sub(segment.offset)
                .wrapping_add(offset),
        )
    }

    /// The name of the function that holds an address: that of its symbol or, without one, the module's identity and
    /// the start of its unwind entry.
    pub(super) fn function(&self, address: u64) -> Option<String> {
        if let Some(symbol) = self.symbol(address) {
            let name = &self.names[symbol.name.0 as usize..symbol.name.1 as usize];
            return Some(name::readable(&String::from_utf8_lossy(name)));
        }
        let entry = self.entry(address)?;
        Some(format!("{}+{:#x}", self.identity, entry.initial_address()))
    }

    fn symbol(&self, address: u64) -> Option<&Symbol> {
        let next = self
            .functions
            .partition_point(|symbol| symbol.address <= address);
        let symbol = &self.functions[next.checked_sub(1)?];
        (address - symbol.address < symbol.size).then_some(symbol)
    }

    /// The table with the unwind entries.
    pub(super) fn table(&self) -> EhFrame<Bytes<'_>> {
        EhFrame::new(&self.eh_frame.bytes, NativeEndian)
    }

    /// The unwind entry of the function that holds an address.
    pub(super) fn entry(&self, address: u64) -> Option<Entry<'_>> {
        let (bases, table) = (self.bases(), self.table());
        let entry = if let Some(index) = self.index(&bases) {
            let index = index.table()?;
            index.fde_for_address(&table, &bases, address, EhFrame::cie_from_offset)
        } else {
            let next = self.entries.partition_point(|(start, _)| *start <= address);
            let (_, offset) = self.entries.get(next.checked_sub(1)?)?;
            table.fde_from_offset(&bases, *offset, EhFrame::cie_from_offset)
        };
        entry.ok().filter(|entry| entry.contains(address))
    }

    /// All unwind entries. A program may come without an index of them, and searching them one after the other would
    /// take longer than a run.
    fn entries_by_address(&self) -> Vec<(u64, EhFrameOffset)> {
        let (bases, table) = (self.bases(), self.table());
        let mut entries = Vec::new();
        let mut all = table.entries(&bases);
        while let Ok(Some(entry)) = all.next() {
            if let CieOrFde::Fde(entry) = entry
                && let Ok(entry) = entry.parse(EhFrame::cie_from_offset)
            {
                entries.push((entry.initial_address(), EhFrameOffset(entry.offset())));
            }
        }
        entries.sort_unstable_by_key(|(start, _)| *start);
        entries
    }

    /// What the addresses in the tables are relative to.
    pub(super) fn bases(&self) -> BaseAddresses {
        BaseAddresses::default()
            .set_eh_frame(self.eh_frame.address)
            .set_eh_frame_hdr(self.eh_frame_hdr.address)
    }

    /// The index of the unwind entries, if the module has one.
    fn index(&self, bases: &BaseAddresses) -> Option<ParsedEhFrameHdr<Bytes<'_>>> {
        let index = EhFrameHdr::new(&self.eh_frame_hdr.bytes, NativeEndian)
            .parse(bases, 8)
            .ok()?;
        index.table().is_some().then_some(index)
    }
}

/// A section, empty if there is none or if it is too large.
fn section<'data, R: ReadRef<'data>>(
    elf: &ElfFile64<'data, object::NativeEndian, R>,
    name: &str,
) -> Section {
    elf.section_by_name(name)
        .filter(|section| section.size() <= LARGEST_SECTION)
        .and_then(|section| {
            Some(Section {
                address: section.address(),
                bytes: section.data().ok()?.to_vec(),
            })
        })
        .unwrap_or_default()
}
