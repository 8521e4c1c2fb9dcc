//! No file of a module may import from a file that imports from it, directly or around several files.
//!
//! A name counts as imported from the file that defines it, wherever it is re-exported. So a `mod.rs` that only declares
//! and re-exports is in no circle; one that also defines what its children use, and uses them, is.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What each file imports from.
type Edges<'a> = BTreeMap<&'a Segments, BTreeSet<Segments>>;

/// The segments of a path, without `::`.
type Segments = Vec<String>;

/// The files of `src/`: what each is as a module, and what it imports.
pub(super) struct Program {
    files: BTreeMap<Segments, File>,
}

struct File {
    path: String,
    /// The code without imports and declarations of modules.
    code: String,
    imports: Vec<Import>,
}

/// One name of a `use`.
struct Import {
    path: Segments,
    name: String,
    is_public: bool,
}

impl Program {
    /// The program of these files: paths below `src/`, and the code without comments and tests.
    pub(super) fn of(files: impl IntoIterator<Item = (String, String)>) -> Program {
        let import =
            Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").expect("a pattern");
        let declaration =
            Regex::new(r"(?m)^\s*(pub(\([^)]*\))?\s+)?mod\s+\w+;").expect("a pattern");
        let files = files.into_iter().map(|(path, text)| {
            let imports = import.captures_iter(&text).flat_map(|found| {
                let is_public = found.get(1).is_some();
                expanded(&found[2])
                    .into_iter()
                    .map(move |(path, name)| Import {
                        path,
                        name,
                        is_public,
                    })
            });
            let file = File {
                imports: imports.collect(),
                code: declaration
                    .replace_all(&import.replace_all(&text, ""), "")
                    .into_owned(),
                path,
            };
            (module(&file.path), file)
        });
        Program {
            files: files.collect(),
        }
    }

    /// A shortest circle of every group of files that all reach each other, beginning with the first file by name.
    pub(super) fn circles(&self) -> Vec<Vec<String>> {
        let edges: Edges = self
            .files
            .iter()
            .map(|(module, file)| (module, self.imported(module, file)))
            .collect();
        let mut circles: Vec<Vec<Segments>> = Vec::new();
        for (from, all) in &edges {
            circles.extend(all.iter().filter_map(|to| shortest(&edges, to, from)));
        }
        circles.sort_by_key(Vec::len);
        let mut groups: Vec<&Segments> = Vec::new();
        circles
            .iter()
            .filter(|circle| {
                let first = &circle[0];
                let is_new = groups.iter().all(|other| {
                    shortest(&edges, first, other).is_none()
                        || shortest(&edges, other, first).is_none()
                });
                if is_new {
                    groups.push(first);
                }
                is_new
            })
            .map(|circle| self.told(circle))
            .collect()
    }

    /// The paths of a circle's files, turned so that the first by name comes first.
    fn told(&self, modules: &[Segments]) -> Vec<String> {
        let mut paths: Vec<String> = modules
            .iter()
            .map(|module| self.files[module].path.clone())
            .collect();
        let first = paths.iter().enumerate().min_by_key(|(_, path)| *path);
        let first = first.map_or(0, |(at, _)| at);
        paths.rotate_left(first);
        paths
    }

    /// The files of the same module tree that a file imports from.
    fn imported(&self, module: &Segments, file: &File) -> BTreeSet<Segments> {
        let mut imported = BTreeSet::new();
        let mut add = |path: &Segments, is_use: bool| {
            let Some((definer, is_module)) = self.definer(module, path) else {
                return;
            };
            // Of a folder that is imported as a whole, what is used of it counts.
            let is_folder = is_module && self.files[&definer].path.ends_with("/mod.rs");
            let is_near = definer.first() == module.first();
            if is_near && definer != *module && !(is_use && is_folder) {
                imported.insert(definer);
            }
        };
        for import in &file.imports {
            let is_used = || word(&import.name).is_match(&file.code);
            if !import.is_public || is_used() {
                add(&import.path, true);
            }
        }
        let path = Regex::new(r"\b\w+(::\w+)+").expect("a pattern");
        for found in path.find_iter(&file.code) {
            let mut segments: Segments = found.as_str().split("::").map(str::to_owned).collect();
            let is_head = |import: &&Import| import.name == segments[0];
            if let Some(import) = file.imports.iter().find(is_head) {
                segments.splice(0..1, import.path.iter().cloned());
            }
            add(&segments, false);
        }
        imported
    }

    /// The file that defines what a path means in a module, and whether the path is that file's own; none where it leads
    /// out of the program.
    fn definer(&self, module: &Segments, path: &Segments) -> Option<(Segments, bool)> {
        let mut at = module.clone();
        let mut rest = path.as_slice();
        match rest.first()?.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                at.pop()?;
            }
            child if self.is_file(&at, child) => rest = path,
            _ => return None,
        }
        if ["crate", "self", "super"].contains(&rest[0].as_str()) {
            rest = &rest[1..];
        }
        while let Some((segment, behind)) = rest.split_first() {
            if segment == "super" {
                at.pop()?;
            } else if self.is_file(&at, segment) {
                at.push(segment.clone());
            } else {
                let is_it = |import: &&Import| import.name == *segment;
                return match self.files[&at].imports.iter().find(is_it) {
                    Some(import) => self.definer(&at, &import.path),
                    None => Some((at, false)),
                };
            }
            rest = behind;
        }
        Some((at, true))
    }

    fn is_file(&self, module: &[String], child: &str) -> bool {
        let mut path = module.to_vec();
        path.push(child.to_owned());
        self.files.contains_key(&path)
    }
}

/// The module that a file is.
fn module(path: &str) -> Segments {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let segments = path.split('/').filter(|&segment| segment != "lib");
    segments.map(str::to_owned).collect()
}

fn word(name: &str) -> Regex {
    Regex::new(&format!(r"\b{name}\b")).expect("a pattern")
}

/// The paths of a `use`, each with the name that it gets.
fn expanded(tree: &str) -> Vec<(Segments, String)> {
    let tree = tree.trim();
    let (head, list) = match tree.split_once('{') {
        Some((head, list)) => (head, list.rsplit_once('}').map_or(list, |(list, _)| list)),
        None => ("", tree),
    };
    if head.is_empty() && !tree.starts_with('{') {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path: Segments = path.split("::").map(|one| one.trim().to_owned()).collect();
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        let own_name = path.last().cloned().unwrap_or_default();
        let name = Some(name.trim()).filter(|name| !name.is_empty());
        let name = name.map_or(own_name, str::to_owned);
        return vec![(path, name)];
    }
    let heads = head.trim().trim_end_matches("::");
    let heads: Segments = heads.split("::").map(|one| one.trim().to_owned()).collect();
    split(list)
        .iter()
        .flat_map(|one| expanded(one))
        .map(|(path, name)| {
            let is_self = path == ["self"];
            let own = heads.last().cloned().unwrap_or_default();
            let behind = if is_self { Vec::new() } else { path };
            let name = if is_self && name == "self" { own } else { name };
            ([heads.clone(), behind].concat(), name)
        })
        .collect()
}

/// The members of a braced list: commas within inner braces do not count.
fn split(list: &str) -> Vec<String> {
    let mut depth = 0;
    let mut members = vec![String::new()];
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            members.push(String::new());
        } else {
            members.last_mut().into_iter().for_each(|last| last.push(c));
        }
    }
    members.retain(|member| !member.trim().is_empty());
    members
}

/// A shortest way along the edges, both ends included.
fn shortest(edges: &Edges<'_>, from: &Segments, to: &Segments) -> Option<Vec<Segments>> {
    let mut reached = BTreeMap::from([(from.clone(), None)]);
    let mut next = VecDeque::from([from.clone()]);
    while let Some(at) = next.pop_front() {
        if at == *to {
            let back = std::iter::successors(Some(at), |at| reached[at].clone());
            let mut way: Vec<Segments> = back.collect();
            way.reverse();
            return Some(way);
        }
        for behind in edges.get(&at).into_iter().flatten() {
            if !reached.contains_key(behind) {
                reached.insert(behind.clone(), Some(at.clone()));
                next.push_back(behind.clone());
            }
        }
    }
    None
}

fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let files = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    Program::of(files).circles()
}

#[test]
fn a_circle_is_found_directly_around_several_files_and_through_a_re_export() {
    let direct = [
        ("m/mod.rs", "mod a;\nmod b;"),
        ("m/a.rs", "use super::b::B;"),
        ("m/b.rs", "fn f() { crate::m::a::g() }"),
    ];
    assert_eq!(circles(&direct), [["m/a.rs", "m/b.rs"]]);
    let around = [
        ("m/mod.rs", "mod a;\nmod b;\nmod c;\npub use c::{C, D};"),
        ("m/a.rs", "use super::{b::{self, B}, x::X};"),
        ("m/b.rs", "use super::C;"),
        ("m/c.rs", "use crate::m::a;"),
    ];
    assert_eq!(circles(&around), [["m/a.rs", "m/b.rs", "m/c.rs"]]);
    let with_what_mod_defines = [
        ("m/mod.rs", "mod a;\npub use a::A;\npub struct M(A);"),
        ("m/a.rs", "use super::M;"),
    ];
    assert_eq!(circles(&with_what_mod_defines), [["m/a.rs", "m/mod.rs"]]);
}

#[test]
fn imports_in_one_direction_are_no_circle() {
    let files = [
        ("m/mod.rs", "mod a;\nmod b;\npub use a::A;\npub use b::B;"),
        ("m/a.rs", "use super::B;\nuse crate::n::{self, N};"),
        (
            "m/b.rs",
            "use std::fmt;\nfn f() { fmt::a(); super::super::n::f() }",
        ),
        ("n/mod.rs", "mod inner;\npub use inner::N;\npub struct M;"),
        ("n/inner.rs", "use super::M;"),
    ];
    assert_eq!(circles(&files), [[""; 0]; 0]);
}
