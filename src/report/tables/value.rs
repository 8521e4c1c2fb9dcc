//! A table as a value.

use crate::report::numbers::{percentage, thousands};

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// A short name, for labels and files.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// What this one is about, of several tables with the same columns: the test set.
    pub about: String,
    /// The columns in order.
    pub columns: Vec<TableColumn>,
    /// The rows in order; each has a cell for each column.
    pub rows: Vec<Vec<TableCell>>,
    /// What a reader must know of the numbers, a sentence or more each.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableColumn {
    /// The heading that it has together with its neighbours, with the unit; empty if it has none.
    pub group: String,
    /// Its own heading.
    pub name: String,
    /// Whether its cells are words, which begin at the left.
    pub is_text: bool,
}

impl TableColumn {
    /// A column of words.
    pub(crate) fn words(name: &str) -> TableColumn {
        TableColumn {
            group: String::new(),
            name: name.to_owned(),
            is_text: true,
        }
    }

    /// A column of numbers.
    pub(crate) fn numbers(name: &str) -> TableColumn {
        TableColumn::within("", name)
    }

    /// A column of numbers in a group.
    pub(crate) fn within(group: &str, name: &str) -> TableColumn {
        TableColumn {
            group: group.to_owned(),
            name: name.to_owned(),
            is_text: false,
        }
    }

    /// Both headings in one line.
    pub(super) fn heading(&self) -> String {
        match (&*self.group, &*self.name) {
            ("", name) => name.to_owned(),
            (group, "") => group.to_owned(),
            (group, name) => format!("{group} {name}"),
        }
    }
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TableCell {
    /// There is no value.
    #[default]
    Empty,
    /// Words, such as a name.
    Text(String),
    /// A number.
    Number {
        /// As measured.
        value: f64,
        /// How it is printed.
        form: NumberForm,
        /// Whether it is the best of those that it stands among, which is printed in bold.
        is_best: bool,
    },
}

impl TableCell {
    /// Some words.
    pub(crate) fn text(words: &str) -> TableCell {
        TableCell::Text(words.to_owned())
    }

    /// How many there are.
    pub(crate) fn count(count: usize) -> TableCell {
        TableCell::number(NumberForm::Decimals(0))(count as f64)
    }

    /// A number in this form.
    pub(super) fn number(form: NumberForm) -> impl Fn(f64) -> TableCell {
        move |value| TableCell::Number {
            value,
            form,
            is_best: false,
        }
    }

    /// A number in this form, if there is one.
    pub(super) fn maybe(value: Option<f64>, form: NumberForm) -> TableCell {
        value.map_or(TableCell::Empty, TableCell::number(form))
    }

    /// What is printed.
    pub(super) fn shown(&self) -> String {
        match self {
            TableCell::Empty => "–".to_owned(),
            TableCell::Text(words) => words.clone(),
            TableCell::Number { value, form, .. } => form.shown(*value),
        }
    }

    /// Whether it is printed in bold.
    pub(super) fn is_best(&self) -> bool {
        matches!(self, TableCell::Number { is_best: true, .. })
    }
}

/// How a number is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberForm {
    /// With this many digits after the point, and commas between groups of three before it.
    Decimals(usize),
    /// A percentage with this many digits after the point; 0 and 100 only if they are exact.
    Percent(usize),
    /// A change in percent, always with its sign.
    Change,
    /// A probability: with two significant digits, or as an upper bound.
    Probability,
}

impl NumberForm {
    fn shown(self, value: f64) -> String {
        match self {
            NumberForm::Decimals(digits) => grouped(value, digits),
            NumberForm::Percent(digits) => percentage(value, digits),
            NumberForm::Change => match format!("{value:+.0}").as_str() {
                "+0" | "-0" => "0".to_owned(),
                change => change.to_owned(),
            },
            NumberForm::Probability if value < 0.0001 => "<0.0001".to_owned(),
            NumberForm::Probability if value < 0.01 => format!("{value:.4}"),
            NumberForm::Probability => format!("{value:.2}"),
        }
    }
}

/// A number with commas between groups of three digits before the point.
fn grouped(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let (whole, rest) = match text.split_once('.') {
        Some((whole, rest)) => (whole, format!(".{rest}")),
        None => (&*text, String::new()),
    };
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let sign = if value < 0.0 && !is_zero { "-" } else { "" };
    match whole.parse() {
        Ok(number) => format!("{sign}{}{rest}", thousands(number)),
        Err(_) => format!("{sign}{text}"), // more than fits into 64 bits
    }
}

/// Marks the least of some numbers as the best, or the greatest; if another one looks the same, none.
pub(super) fn mark_best(cells: &mut [TableCell], is_less_better: bool) {
    let value = |cell: &TableCell| match cell {
        TableCell::Number { value, .. } if is_less_better => Some(*value),
        TableCell::Number { value, .. } => Some(-*value),
        TableCell::Empty | TableCell::Text(_) => None,
    };
    let best = cells.iter().filter_map(value).min_by(f64::total_cmp);
    let is_at_best = |cell: &&mut TableCell| value(cell) == best && best.is_some();
    let Some(shown) = cells.iter_mut().find(is_at_best).map(|cell| cell.shown()) else {
        return;
    };
    let alike = cells.iter().filter(|cell| cell.shown() == shown).count();
    if alike == 1
        && cells.len() > 1
        && let Some(TableCell::Number { is_best, .. }) =
            cells.iter_mut().find(|cell| cell.shown() == shown)
    {
        *is_best = true;
    }
}

#[cfg(test)]
mod tests {
    use super::{NumberForm, TableCell, mark_best};

    #[test]
    fn a_number_is_rounded_where_it_is_printed_and_never_to_a_false_zero() {
        for (form, value, shown) in [
            (NumberForm::Decimals(0), 1234.5, "1,234"),
            (NumberForm::Decimals(1), 1_234_567.06, "1,234,567.1"),
            (NumberForm::Decimals(2), 0.994, "0.99"),
            (NumberForm::Decimals(1), -0.04, "0.0"),
            (NumberForm::Decimals(0), -1234.0, "-1,234"),
            (NumberForm::Decimals(0), 1e21, "1000000000000000000000"),
            (NumberForm::Percent(1), 99.99, "99.9"),
            (NumberForm::Change, 571.2, "+571"),
            (NumberForm::Change, -76.6, "-77"),
            (NumberForm::Change, -0.2, "0"),
            (NumberForm::Probability, 0.123, "0.12"),
            (NumberForm::Probability, 0.00123, "0.0012"),
            (NumberForm::Probability, 1e-9, "<0.0001"),
        ] {
            assert_eq!(form.shown(value), shown);
        }
    }

    #[test]
    fn only_what_looks_better_than_all_others_is_the_best() {
        let marked = |values: &[f64], is_less_better| -> Vec<bool> {
            let cell = TableCell::number(NumberForm::Decimals(0));
            let mut cells: Vec<_> = values.iter().copied().map(cell).collect();
            mark_best(&mut cells, is_less_better);
            cells.iter().map(TableCell::is_best).collect()
        };
        assert_eq!(marked(&[3.0, 2.0, 9.0], true), [false, true, false]);
        assert_eq!(marked(&[3.0, 2.0, 9.0], false), [false, false, true]);
        assert_eq!(marked(&[2.2, 2.4, 9.0], true), [false, false, false]);
        assert_eq!(marked(&[2.0], true), [false]);
        assert_eq!(marked(&[], true), [false; 0]);
    }
}
