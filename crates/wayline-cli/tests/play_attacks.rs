//! `wayline play` among bad clients: nothing they do makes it crash, grow, hang or hand out anything but
//! the page.
#![cfg(feature = "play")]

mod program;
mod site;

use site::{LARGE, LARGE_BYTES, SECRET, Site, get};
use std::thread;
use std::time::{Duration, Instant};

/// Clients that take their time, all at once as each of them takes seconds (and first, as
/// tests begin by name).
#[test]
fn a_client_that_is_slow_is_let_go() {
    let site = &Site::start();
    thread::scope(|scope| {
        // Nothing said; one request and then nothing; a head that comes a byte at a time.
        scope.spawn(|| assert!(near(site.connect().closed_after(), 5)));
        scope.spawn(|| {
            let mut client = site.connect();
            client.send(&get("/")).unwrap();
            assert_eq!(client.reply(false).unwrap().status, 200);
            assert!(near(client.closed_after(), 5));
        });
        scope.spawn(|| {
            let mut client = site.connect();
            let began = Instant::now();
            client.send(b"GET / HTTP/1.1\r\nX: ").unwrap();
            while client.send(b"y").is_ok() {
                thread::sleep(Duration::from_millis(200));
                assert!(began.elapsed() < Duration::from_secs(15), "a slow head is not cut off");
            }
        });
        // An answer that nobody takes: what the system buffered can be read, the rest was given up.
        scope.spawn(|| {
            let mut client = site.connect();
            client.send(&get(LARGE).repeat(4)).unwrap();
            thread::sleep(Duration::from_secs(12));
            let (took, bytes) = client.closed_after();
            assert!(took < Duration::from_secs(4) && bytes < 4 * LARGE_BYTES, "{took:?}, {bytes}");
        });
    });
}

fn near((took, _): (Duration, usize), seconds: u64) -> bool {
    (seconds - 1..seconds + 5).contains(&took.as_secs())
}

#[test]
fn no_path_leads_out_of_the_page() {
    let mut site = Site::start();
    let targets = [
        "/secret.txt",
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/..\\secret.txt",
        "/....//secret.txt",
        "/..;/secret.txt",
        "/%252e%252e/secret.txt",
        "/%c0%ae%c0%ae/secret.txt",
        "//secret.txt",
        "//etc/passwd",
        "/etc/passwd",
        "/./index.html",
        "/assets/../index.html",
        "/assets",
        "/assets/",
        "/index.html/",
        "/index.html%00",
        "/index.html%00.js",
        "/%69ndex.html",
        "/INDEX.HTML",
        "/link.txt",
        "/.hidden",
        "/assets/.hidden.js",
        "/.git/config",
        "/C:/secret.txt",
        "/file:///etc/passwd",
        "/index.html;x",
        "/index.html%20",
        "/index.html.",
        "/~root",
        "/proc/self/environ",
        "/favicon.ico",
        "/healthz",
        "http://localhost/",
        "http://evil.example/",
        "file:///etc/passwd",
        "localhost:80",
        "*",
        "index.html",
        "../secret.txt",
        "?",
        "/%",
        "/%zz",
        "/\u{7f}",
        "/a\tb",
        "/\u{e9}",
        "/index.html\0",
    ];
    for target in targets {
        let Some(reply) = site.ask(&get(target)) else { continue };
        assert!(matches!(reply.status, 400 | 404), "{target}: {}", reply.status);
        assert!(!reply.text().contains(SECRET) && !reply.text().contains("root:"), "{target}");
        assert!(!reply.text().contains("doctype"), "{target}");
    }
    assert!(site.is_well());
}

#[test]
fn nonsense_is_refused_and_does_no_harm() {
    let mut site = Site::start();
    let requests: &[&[u8]] = &[
        b"\r\n\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\n: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nA\0B: c\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
    ];
    for request in requests {
        if let Some(reply) = site.ask(&[request, &b"\r\n\r\n"[..]].concat()) {
            let shown = String::from_utf8_lossy(request);
            assert!((400..500).contains(&reply.status), "{shown:?}: {}", reply.status);
        }
    }
    // A good request with some of its bytes changed, cut or doubled: the same ones on every machine.
    let good =
        b"GET /?a=b HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nIf-None-Match: \"1\"\r\n\r\n";
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for _ in 0..2_000 {
        let mut request = good.to_vec();
        for _ in 0..=random(4) {
            let place = random(request.len());
            match random(3) {
                0 => request[place] = random(256) as u8,
                1 => drop(request.remove(place)),
                _ => request.insert(place, request[place]),
            }
        }
        let mut client = site.connect();
        // Whatever is missing at the end, the connection does not wait for it.
        client.send(&[&request, &b"\r\n\r\n"[..]].concat()).unwrap();
        if let Some(reply) = client.reply(request.starts_with(b"HEAD ")) {
            let plain =
                reply.status == 200 && reply.header("content-type").starts_with("text/html");
            assert!(plain || (400..500).contains(&reply.status), "{}", reply.status);
        }
    }
    assert!(site.is_well());
}

#[test]
fn what_is_too_large_is_refused() {
    let mut site = Site::start();
    let with = |lines: &str, rest: &[u8]| {
        let head = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n");
        site.ask(&[head.as_bytes(), rest].concat())
    };
    let fits: String = (0..60).map(|n| format!("X-{n}: {}\r\n", "y".repeat(100))).collect();
    assert_eq!(with(&fits, b"").unwrap().status, 200);
    // The answer may be lost when the connection is closed on unread bytes; being answered well is not
    // an option.
    let refused = |reply: Option<site::Reply>, statuses: &[u16]| {
        assert!(reply.is_none_or(|reply| statuses.contains(&reply.status)));
    };
    let many: String = (0..200).map(|n| format!("X-{n}: y\r\n")).collect();
    assert_eq!(with(&many, b"").unwrap().status, 431);
    refused(with(&format!("X: {}\r\n", "y".repeat(40_000)), b""), &[431]);
    refused(site.ask(&get(&format!("/{}", "a".repeat(100_000)))), &[414, 431]);
    assert_eq!(with("Content-Length: 3\r\n", b"abc").unwrap().status, 413);
    assert_eq!(with("Content-Length: 9999999999\r\n", b"").unwrap().status, 413);
    let chunked = "Transfer-Encoding: chunked\r\n";
    assert_eq!(with(chunked, b"3\r\nabc\r\n0\r\n\r\n").unwrap().status, 413);
    assert_eq!(with("Expect: 100-continue\r\nContent-Length: 5\r\n", b"").unwrap().status, 413);

    // Bodies and heads without end: cut off, and nothing of them is kept.
    let before = site.resident();
    for opening in [
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000000\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    ] {
        let mut client = site.connect();
        client.send(opening.as_bytes()).unwrap();
        let chunk = vec![b'x'; 1 << 16];
        let sent = (0..4_000).take_while(|_| client.send(&chunk).is_ok()).count();
        assert!(sent < 4_000, "250 MB were taken after {opening:?}");
    }
    if let (Some(before), Some(after)) = (before, site.resident()) {
        assert!(after < before + (2 << 20), "{before} bytes before, {after} after");
    }
    assert!(site.is_well());
}

#[test]
fn requests_sent_ahead_are_answered_in_order() {
    let site = Site::start();
    let targets = ["/", "/none", "/favicon.svg", "/assets/index-0a1B2c3D.js"];
    let starts = ["<!doctype", "not found", "<svg", "export"];
    let mut client = site.connect();
    let ahead: Vec<u8> = (0..200).flat_map(|n| get(targets[n % 4])).collect();
    client.send(&ahead).unwrap();
    for n in 0..200 {
        let reply = client.reply(false).unwrap();
        assert!(reply.text().starts_with(starts[n % 4]), "{n}: {}", reply.text());
    }
}

#[test]
fn more_connections_than_there_are_places_wait_their_turn() {
    let mut site = Site::start();
    let idle: Vec<_> = (0..300).map(|_| site.connect()).collect();
    let began = Instant::now();
    assert_eq!(site.get("/").status, 200);
    assert!(began.elapsed() < Duration::from_secs(15));
    drop(idle);
    thread::scope(|scope| {
        for _ in 0..8 {
            let site = &site;
            scope.spawn(move || (0..100).for_each(|_| assert_eq!(site.get("/").status, 200)));
        }
    });
    assert!(site.is_well());
}

/// A hundred thousand requests of every kind (a million in the long form), with memory as it was after
/// the first tenth.
#[test]
fn memory_stays_flat() {
    let long = std::env::var("WAYLINE_PROOF").is_ok_and(|form| form == "long");
    let requests = if long { 1_000_000 } else { 100_000 };
    let mut site = Site::start();
    let many = |requests: usize| {
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..requests / 4 / 500).for_each(|_| five_hundred(&site)));
            }
        });
    };
    many(requests / 10);
    let before = site.resident();
    many(requests - requests / 10);
    if let (Some(before), Some(after)) = (before, site.resident()) {
        eprintln!("{requests} requests: {} KiB before, {} KiB after", before >> 10, after >> 10);
        assert!(after < before + (1 << 20), "{before} bytes before, {after} after");
    }
    assert!(site.is_well());
}

/// On one connection, ten at a time.
fn five_hundred(site: &Site) {
    let mut client = site.connect();
    let not_ours: &[u8] = b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n";
    let post: &[u8] = b"POST /assets/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
    let head: &[u8] = b"HEAD / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"1\"\r\n\r\n";
    let any: &[u8] = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nIf-None-Match: *\r\n\r\n";
    let (page, none, out) = (get("/"), get("/none"), get("/%2e%2e/secret.txt"));
    let ten = [&page, &none, &out, not_ours, post, head, any, &page, &none, &page];
    let statuses = [200, 404, 404, 421, 405, 200, 304, 200, 404, 200];
    let all = ten.concat();
    for _ in 0..50 {
        client.send(&all).unwrap();
        for (request, status) in ten.iter().zip(statuses) {
            assert_eq!(client.reply(request.starts_with(b"HEAD")).unwrap().status, status);
        }
    }
}
