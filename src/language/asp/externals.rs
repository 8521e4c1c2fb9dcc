//! External atoms of ground programs, whose values are given from outside.

use super::bounds::GroundLiteral;
use super::ground::Ground;
use super::ground_rule::Body;

impl Ground {
    /// Notes an atom whose value is given from outside. Whether it is external is not certain if there is a condition,
    /// which the grounder evaluates. None if it is not certain and the value is not false.
    pub(super) fn external(
        &mut self,
        atom: GroundLiteral,
        value: &'static [u8],
        is_certain: bool,
    ) -> Option<()> {
        let is_false = matches!(value, b"false" | b"release");
        (is_certain || is_false).then_some(())?;
        let last = self.externals.entry(atom).or_insert(value);
        // An atom that has been released is no longer external.
        if *last != b"release" {
            *last = value;
        }
        Some(())
    }

    /// Adds the values that are given from outside.
    ///
    /// # Errors
    /// An atom with such a value also has rules. Which of them count depends on how far a solver simplifies the
    /// program.
    pub(super) fn assign(&mut self) -> Result<(), String> {
        for (atom, value) in std::mem::take(&mut self.externals) {
            let is_open = match value {
                b"true" => false,
                b"free" => true,
                _ => continue,
            };
            if self.heads.contains_key(&atom) {
                return Err(format!(
                    "an external atom has the value `{}`, and rules",
                    String::from_utf8_lossy(value)
                ));
            }
            self.add(is_open, vec![atom], Body::Literals(Vec::new()));
        }
        Ok(())
    }
}
