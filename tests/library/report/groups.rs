//! Groups of rows that probably show the same bug.

use super::row;
use smelt::event::{Event, PackedRow, Status};
use smelt::report::Rows;

#[test]
fn a_group_is_represented_by_the_smallest_result_that_is_finished_or_else_by_any() {
    let member = |case: &str, status, bytes_after| {
        let mut row = row(case, "z3", status, (1.0, 1.0, 1, None));
        row.bytes_after = bytes_after;
        row.marks.message = Some("not implemented".to_owned());
        Event::Finished {
            config: String::new(),
            row: PackedRow::of(&row),
        }
    };
    let none = member("a", Status::Failed, None);
    let stopped = member("b", Status::Stopped, Some(7));
    let reduced = member("c", Status::Reduced, Some(9));
    for (events, case) in [
        (vec![none.clone(), stopped.clone()], "b"),
        (vec![none, stopped, reduced], "c"),
    ] {
        let groups = Rows::of(&events).groups();
        let first = groups.first().and_then(|group| group.representative());
        let first = first.map(|member| &*member.key().case);
        assert_eq!((groups.len(), first), (1, Some(case)));
    }
}
