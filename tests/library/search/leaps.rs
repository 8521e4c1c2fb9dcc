//! Searching again from an earlier text, and not asking again what failed at the same place.

use super::offers::Offer::{self, Renamed, Without};
use super::offers::Offers;
use super::world::{World, case, drive};
use smelt::language::TestCase;
use smelt::outcome::{Outcome, Patience};
use smelt::search::{Answers, Driver, Search, Speculation, TriedOnce};
use std::convert::Infallible;

const WHOLE: &str = "kkk\njj\nlonger\n";

fn text(case: &TestCase) -> String {
    String::from_utf8_lossy(case.text()).into_owned()
}

#[test]
fn a_leap_asks_only_about_texts_shorter_than_the_best_one_and_goes_on_from_the_first() {
    let fails = |text: &str| text.contains('k') || text.contains('j');
    let mut driver = Driver::new(case(WHOLE), World::new(&fails));
    let Ok(()) = driver.converge(&|_| Box::new(Offers(vec![Without(vec!["longer", "jj"])])));
    assert_eq!(text(&driver.best), "kkk\n");
    let asked = driver.answers.asked.len();

    let offers = vec![
        Without(vec!["longer"]),
        Without(vec!["kkk"]),
        Without(vec!["kkk", "longer"]),
        Renamed("jj", "j"),
    ];
    let Ok(()) = driver.leap(case(WHOLE), &|_| Box::new(Offers(offers.clone())));
    assert_eq!(driver.answers.asked[asked..], ["jj\n", "j\n"]);
    assert_eq!(text(&driver.best), "j\n");
    assert_eq!(text(&driver.current), "j\n", "the search goes on there");
}

/// Has no usable result for any text without this one.
struct Unsure(&'static str);

impl Answers for Unsure {
    type Error = Infallible;

    fn check(
        &mut self,
        text: &[u8],
        _: Patience,
        _: &dyn Fn() -> Speculation,
    ) -> Result<Outcome, Infallible> {
        let is_sure = String::from_utf8_lossy(text).contains(self.0);
        Ok(if is_sure {
            Outcome::Interesting
        } else {
            Outcome::Unresolved
        })
    }
}

#[test]
fn a_leap_that_finds_nothing_leaves_the_best_text_and_what_is_unknown_about_it() {
    let mut driver = Driver::new(case(WHOLE), Unsure("kkk"));
    let first = vec![Without(vec!["longer", "jj"]), Renamed("kkk", "k")];
    let Ok(()) = driver.converge(&|_| Box::new(Offers(first.clone())));
    assert_eq!(driver.tally.unresolved(), 1);
    let checks = driver.tally.checks;

    let offers = vec![Without(vec!["kkk", "longer"]), Without(vec!["kkk", "jj"])];
    let Ok(()) = driver.leap(case(WHOLE), &|_| Box::new(Offers(offers.clone())));
    assert!(driver.tally.checks > checks, "it has asked");
    assert_eq!(text(&driver.best), "kkk\n");
    assert_eq!(text(&driver.current), "kkk\n");
    assert_eq!(
        driver.tally.unresolved(),
        1,
        "what it left open is about other texts"
    );
}

#[test]
fn what_is_unknown_about_a_text_says_nothing_about_another_one_that_takes_its_place() {
    let mut driver = Driver::new(case(WHOLE), Unsure("kkk"));
    let Ok(()) = driver.converge(&|_| Box::new(Offers(vec![Renamed("kkk", "k")])));
    assert_eq!(driver.tally.unresolved(), 1);
    driver.go_back(case("kkk\n"));
    let Ok(()) = driver.converge(&|_| Box::new(Offers(Vec::new())));
    assert_eq!(driver.tally.unresolved(), 0);
}

#[test]
fn what_failed_at_a_place_is_tried_there_once_though_the_terms_around_it_change() {
    let asked = |edits: &[Offer]| {
        let offers = Offers(edits.to_vec());
        let search = |_| -> Box<dyn Search> { Box::new(TriedOnce::new(Box::new(offers.clone()))) };
        let ended = drive("(f long longest)\n(g d e)\n", &search, &|text| {
            text.contains("long longest")
        });
        ended.asked.len()
    };
    let twice = [
        Renamed("long", "x"),
        Without(vec!["e"]),
        Renamed("long", "x"),
        Without(vec!["d"]),
    ];
    assert_eq!(asked(&twice), 3);
    let other = [
        Renamed("long", "x"),
        Without(vec!["e"]),
        Renamed("long", "y"),
        Without(vec!["d"]),
    ];
    assert_eq!(asked(&other), 4, "another token is another proposal");
    let elsewhere = [
        Renamed("long", "x"),
        Without(vec!["e"]),
        Renamed("longest", "x"),
        Without(vec!["d"]),
    ];
    assert_eq!(asked(&elsewhere), 4, "so is another place");
}
