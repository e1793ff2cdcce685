//! Every queue against a sorted vector.

use super::*;
use crate::question::open_list::TieRule;
use crate::question::settings::Ties;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Action {
    Push(u32, u64),
    Lower(u32, u64),
    Pop,
}

fn action() -> impl Strategy<Value = Action> {
    let f = prop_oneof![0u64..20, 0u64..2000, any::<u64>()];
    prop_oneof![
        (0u32..40, f).prop_map(|(node, f)| Action::Push(node, f)),
        (0u32..40, 0u64..2000).prop_map(|(node, by)| Action::Lower(node, by)),
        Just(Action::Pop),
    ]
}

/// Runs the actions on a queue and on a sorted vector. Outdated entries, which a lazy queue may
/// give out, are skipped the way [`Recorded`] skips them: by the node being no longer open.
fn agrees<Q: Queue + Default>(actions: &[Action], longest: Option<Cost>) {
    let mut queue = Q::default();
    for _ in 0..2 {
        queue.begin(Cost::ZERO, longest);
        let mut sorted: Vec<Key> = Vec::new();
        let pop = |queue: &mut Q, sorted: &mut Vec<Key>| {
            let expected = (!sorted.is_empty()).then(|| sorted.remove(0));
            let got = loop {
                match queue.pop(|_| false) {
                    Some(key) if Some(key) != expected && !sorted.contains(&key) => continue,
                    got => break got,
                }
            };
            assert_eq!(got, expected);
        };
        for action in actions {
            match *action {
                Action::Push(node, f) if sorted.iter().all(|key| key.node() != node) => {
                    let key = Key::new(Cost::from_raw(f), (f % 3) as u32, node);
                    queue.push(key);
                    sorted.push(key);
                    sorted.sort();
                }
                Action::Lower(node, by) => {
                    if let Some(at) = sorted.iter().position(|key| key.node() == node) {
                        let f = Cost::from_raw(sorted[at].f().raw().saturating_sub(by));
                        let key = Key::new(f, 0, node);
                        if key < sorted[at] {
                            queue.lower(key);
                            sorted[at] = key;
                            sorted.sort();
                        }
                    }
                }
                Action::Push(..) => {}
                Action::Pop => pop(&mut queue, &mut sorted),
            }
        }
        while !sorted.is_empty() {
            pop(&mut queue, &mut sorted);
        }
    }
}

/// A queue that gives out the newest of equal f first, against a sorted vector.
fn newest_first(actions: &[Action]) {
    let mut queue = ClassQueue::default();
    for _ in 0..2 {
        queue.begin(Cost::ZERO, None);
        let mut sorted: Vec<Key> = Vec::new();
        let mut puts = 0;
        for action in actions.iter().chain([&Action::Pop; 200]) {
            match *action {
                Action::Push(node, f) | Action::Lower(node, f) => {
                    puts += 1;
                    let tie = TieRule::new(Ties::Newest).tie(Cost::ZERO, puts);
                    let key = Key::new(Cost::from_raw(f), tie, node);
                    queue.push(key);
                    sorted.push(key);
                    sorted.sort();
                }
                Action::Pop => {
                    let expected = (!sorted.is_empty()).then(|| sorted.remove(0));
                    let got = queue.pop(|_| false);
                    assert_eq!(
                        got.map(|key| (key.f(), key.node())),
                        expected.map(|key| (key.f(), key.node()))
                    );
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn heap(actions in prop::collection::vec(action(), 0..200)) {
        agrees::<HeapQueue>(&actions, None);
    }

    #[test]
    fn pairing(actions in prop::collection::vec(action(), 0..200)) {
        agrees::<PairingQueue>(&actions, None);
    }

    #[test]
    fn linear(actions in prop::collection::vec(action(), 0..200)) {
        agrees::<LinearQueue>(&actions, None);
    }

    #[test]
    fn bucket(actions in prop::collection::vec(action(), 0..200), longest in 0u64..5000) {
        agrees::<BucketQueue>(&actions, Some(Cost::from_raw(longest)));
    }

    #[test]
    fn classes(actions in prop::collection::vec(action(), 0..200)) {
        newest_first(&actions);
    }

    #[test]
    fn stacks(
        rises in prop::collection::vec((0u64..30, any::<bool>(), 0u32..40), 0..400),
        shift in 0u32..39,
        least in 0u64..1 << 50,
    ) {
        // f rises by at most 29 from what was last taken; every other state is taken again.
        let mut queue = StackQueue::default();
        for _ in 0..2 {
            queue.begin(least, 29 << shift);
            let mut sorted: Vec<Key> = Vec::new();
            let (mut now, mut puts) = (least, 0);
            let pop = |queue: &mut StackQueue, sorted: &mut Vec<Key>, now: &mut u64| {
                let expected = (!sorted.is_empty()).then(|| sorted.remove(0));
                *now = expected.map_or(*now, |key| key.f().raw());
                assert_eq!(queue.pop(), expected.map(|key| (key.f().raw(), key.node())));
            };
            for &(rise, take, node) in &rises {
                puts += 1;
                let f = Cost::from_raw(now + (rise << shift));
                queue.push(f.raw(), node);
                sorted.push(Key::new(f, TieRule::new(Ties::Newest).tie(f, puts), node));
                sorted.sort();
                if take {
                    pop(&mut queue, &mut sorted, &mut now);
                }
            }
            while !sorted.is_empty() {
                pop(&mut queue, &mut sorted, &mut now);
            }
            assert_eq!(queue.pop(), None);
        }
    }
}

#[test]
fn keys_order_by_f_then_g_then_larger_node() {
    let high = |g| TieRule::new(Ties::HighG).tie(g, 0);
    let low = |g| TieRule::new(Ties::LowG).tie(g, 0);
    let newest = |puts| TieRule::new(Ties::Newest).tie(Cost::ZERO, puts);
    let f = Cost::from(7);
    let (near, far) = (Cost::from(1), Cost::from(6));
    assert!(Key::new(f, high(far), 1) < Key::new(f, high(near), 2));
    assert!(Key::new(f, low(near), 1) < Key::new(f, low(far), 2));
    assert!(Key::new(f, high(near), 2) < Key::new(f, high(near), 1));
    assert!(Key::new(f, newest(7), 1) < Key::new(f, newest(6), 2));
    assert!(Key::new(Cost::from(6), u32::MAX, 0) < Key::new(f, 0, u32::MAX));
}
