//! The verdict store, from outside: what goes in comes out or nothing does, whatever happens to the file.

#[path = "store/made_up.rs"]
mod made_up;

#[path = "store/children.rs"]
mod children;
#[path = "store/claim.rs"]
mod claim;
#[path = "store/costs.rs"]
mod costs;
#[path = "store/damage.rs"]
mod damage;
#[path = "store/gc.rs"]
mod gc;
#[path = "store/limits.rs"]
mod limits;
#[path = "store/opening.rs"]
mod opening;
#[path = "store/round_trip.rs"]
mod round_trip;
#[path = "store/sharing.rs"]
mod sharing;
#[path = "store/single_flight.rs"]
mod single_flight;
#[path = "store/texts.rs"]
mod texts;
#[path = "store/used.rs"]
mod used;
#[path = "store/verify.rs"]
mod verify;
#[path = "store/versions.rs"]
mod versions;
