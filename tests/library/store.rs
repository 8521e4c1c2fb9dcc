//! The verdict store, from outside: what goes in comes out or nothing does, whatever happens to the file.

pub(crate) mod made_up;

mod children;
mod claim;
mod costs;
mod damage;
mod gc;
mod limits;
mod merge;
mod opening;
mod read_only;
mod round_trip;
mod sharing;
mod single_flight;
mod texts;
mod used;
mod verify;
mod versions;
