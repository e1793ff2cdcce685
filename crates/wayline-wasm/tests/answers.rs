//! The native engine's answers to a thousand questions, in one number: that of `answers.txt`, which
//! `answers.test.mjs` holds the package to.

#[allow(dead_code)]
#[path = "../examples/native.rs"]
mod native;

#[test]
fn answers_are_those_that_were_written_down() {
    let told = native::answers(1000, 1).unwrap();
    assert_eq!(told, include_str!("answers.txt").trim());
}
