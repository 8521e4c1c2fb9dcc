//! The options whose values are a few words.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The values of `--match`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchMode {
    /// The same failure: the same end and the same signature
    Failure,
    /// Exit code and both streams equal, byte for byte
    Exact,
}

/// The values of `--path`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PathMode {
    /// The same short path for every run
    Relative,
    /// The full path
    Absolute,
}

/// The values of `--ill-formed`: when the solver runs on ill-formed candidates.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum IllFormedMode {
    /// Never
    Never,
    /// In a last round, on those that some solvers are known to take
    #[default]
    Dialects,
    /// As with `dialects`, and on all others in one sweep after convergence
    Last,
    /// Always
    Always,
}

/// The values of `--hints`: when a solver that refutes the text is asked which parts matter.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum HintMode {
    /// Never
    Never,
    /// In large texts that a solver must refute, with the strategy `auto`
    #[default]
    Auto,
}

/// The values of `--known-shapes`: whether the small texts of other cases with the same failure are tried first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum KnownShapes {
    /// Never
    Never,
    /// If the case contains their shape
    #[default]
    Auto,
}

/// The values of `--effort`: how much a search does for a small result.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Effort {
    /// Stop before the sweeps that prove the result 1-minimal
    Quick,
    /// Stop when the result is 1-minimal
    #[default]
    Normal,
    /// Then search the original again with another strategy
    Deep,
}

impl Effort {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Normal => "normal",
            Effort::Deep => "deep",
        }
    }
}
