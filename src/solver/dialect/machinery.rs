//! The functions on the stack of a crash that do not identify it, because every crash of its kind ends in them: the C
//! library, the C++ runtime, allocators, and what solvers call when an assertion fails.

use crate::observation::{CrashSite, Frame, Observation, Stack};
use regex::{RegexSet, RegexSetBuilder};
use std::sync::LazyLock;

/// The beginnings of the names of shared objects all of whose functions are passed over.
const MODULES: &[&str] = &[
    "ld-linux",
    "ld-musl",
    "libc.",
    "libc-",
    "libc++",
    "libdl",
    "libgcc_s",
    "libjemalloc",
    "libm.",
    "libm-",
    "libmimalloc",
    "libpthread",
    "libstdc++",
    "libtcmalloc",
    "linux-vdso",
    "[vdso]",
];

/// Functions that are passed over in any program or shared object, because programs may be linked statically.
static FUNCTIONS: LazyLock<RegexSet> = LazyLock::new(|| {
    // The patterns do without the classes of Unicode, which take long to compile.
    RegexSetBuilder::new([
        // the C library and its allocator; names with two underscores belong to the implementation
        r"^(?:__|_start$|_exit$|exit$|_Unwind_)",
        r"^(?:abort|raise|gsignal|kill|tgkill|pthread_kill|start_thread|clone3?|fault_handler)$",
        r"^_?(?:_libc_)?(?:int_)?(?:malloc|free|calloc|realloc|reallocarray|memalign|aligned_alloc|posix_memalign|valloc)$",
        r"^(?:malloc_\w+|sysmalloc\w*|systrim\w*|unlink_chunk\w*|munmap_chunk|_int_\w+)$",
        r"^(?:mem(?:cpy|move|set|cmp|chr|rchr)|w?mem\w*_(?:sse|avx|evex|erms)\w*|str\w+)$",
        // the C++ runtime
        r"^(?:std::|__gnu_cxx::|operator (?:new|delete))",
        // other allocators
        r"^(?:je_|tc_|mi_|memory::(?:de|re)?allocate)",
        // what solvers call to report a failed assertion or an exception that nobody caught
        r"^(?:invoke_gdb|invoke_debugger|invoke_exit_action|notify_assertion_violation)$",
        r"^(?:CVC4|cvc5)::(?:internal::)?(?:FatalStream|OstreamVoider|\w*Exception)::",
        r"^(?:CVC4|cvc5)::(?:internal::)?(?:main|signal_handlers)::\w*(?:terminate|unexpected|handler)",
        r"^(?:bzla|btor|boolector|bitwuzla)\w*_?abort\w*$",
    ])
    .unicode(false)
    .build()
    .expect("constant patterns")
});

/// Where a run crashed; none if that is not known.
pub(super) fn crash_site(run: &Observation) -> Option<CrashSite> {
    run.stack.as_ref().map(site)
}

fn site(stack: &Stack) -> CrashSite {
    let named = || {
        stack
            .frames
            .iter()
            .filter(|frame| !frame.function.is_empty())
    };
    let own: Vec<&Frame> = named().filter(|frame| !is_passed_over(frame)).collect();
    let is_own = !own.is_empty();
    // If there is nothing but machinery, the crash happened there.
    let identifying = if is_own { own } else { named().collect() };
    CrashSite {
        functions: identifying
            .into_iter()
            .map(|frame| frame.function.clone())
            .collect(),
        is_overflow: stack.is_overflow,
        is_own,
    }
}

fn is_passed_over(frame: &Frame) -> bool {
    let is_runtime = MODULES
        .iter()
        .any(|module| frame.module.starts_with(module));
    is_runtime || FUNCTIONS.is_match(&frame.function)
}

#[cfg(test)]
mod tests {
    use super::site;
    use crate::observation::{Frame, Stack};

    fn top(frames: &[(&str, &str)]) -> Option<String> {
        let frame = |&(module, function): &(&str, &str)| Frame {
            function: function.to_owned(),
            module: module.to_owned(),
        };
        let stack = Stack {
            frames: frames.iter().map(frame).collect(),
            is_overflow: false,
        };
        site(&stack).functions.first().cloned()
    }

    #[test]
    fn the_first_function_of_the_solver_itself_tells_where_it_crashed() {
        let table: &[(&[(&str, &str)], &str)] = &[
            (
                &[("z3", "smt::theory_seq::expand1"), ("z3", "main")],
                "smt::theory_seq::expand1",
            ),
            (
                &[
                    ("libc.so.6", "raise"),
                    ("libc.so.6", "abort"),
                    ("cvc4", "CVC4::FatalStream::~FatalStream"),
                    ("cvc4", "f"),
                ],
                "f",
            ),
            (
                &[
                    ("cvc4", "abort"),
                    ("cvc4", "__assert_fail"),
                    ("cvc4", "std::vector<int>::at"),
                    ("cvc4", "f"),
                ],
                "f",
            ),
            (&[("z3", ""), ("z3", "z3@0123+0x40")], "z3@0123+0x40"),
            (
                &[
                    ("z3", "operator delete[]"),
                    ("z3", "_int_free"),
                    ("z3", "region::reset"),
                ],
                "region::reset",
            ),
            (&[("z3", "memory_manager::run")], "memory_manager::run"),
        ];
        for (frames, function) in table {
            assert_eq!(top(frames).as_deref(), Some(*function));
        }
    }

    #[test]
    fn a_stack_of_nothing_but_machinery_tells_its_innermost_function() {
        assert_eq!(
            top(&[("libc.so.6", "qsort"), ("libc.so.6", "__libc_start_main")]).as_deref(),
            Some("qsort")
        );
        assert_eq!(top(&[]), None);
    }
}
