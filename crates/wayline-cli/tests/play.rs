//! `wayline play`: that it starts, serves and ends as it should, and tells what it cannot do.
#![cfg(feature = "play")]

mod program;
mod site;

use program::{run, wayline};
use site::{LARGE, LARGE_BYTES, Site, get};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

#[test]
fn the_first_line_has_the_address() {
    let text = Site::start();
    assert_eq!(text.first_line, format!("Playground: http://127.0.0.1:{}/\n", text.port()));
    let json = Site::start_with(&["--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&json.first_line).unwrap();
    assert_eq!(object["address"], format!("http://127.0.0.1:{}/", json.port()));
    assert_ne!(text.port(), json.port());
    let named = Site::start_with(&["--host", "localhost"]);
    assert!(named.first_line.contains(&format!("http://localhost:{}/", named.port())));
}

#[cfg(unix)]
#[test]
fn signals_end_it_well_whoever_is_connected() {
    for signal in ["TERM", "INT"] {
        let site = Site::start();
        let mut silent = site.connect();
        let mut idle = site.connect();
        idle.send(&get("/")).unwrap();
        assert_eq!(idle.reply(false).unwrap().status, 200);
        let (status, took, rest) = site.end(signal);
        assert_eq!((status, rest.as_str()), (Some(0), ""), "{signal}");
        assert!(took < Duration::from_millis(900), "{signal}: {took:?} with idle connections");
        idle.closed_after();
        silent.closed_after();
    }
    // Half a question, and half an answer taken: neither holds it up for long.
    let site = Site::start();
    let (mut half, mut slow) = (site.connect(), site.connect());
    half.send(b"GET / HTTP/1.1\r\nHos").unwrap();
    slow.send(&get(LARGE)).unwrap();
    thread::sleep(Duration::from_millis(200));
    let (status, took, _) = site.end("TERM");
    assert_eq!(status, Some(0));
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn what_cannot_be_listened_on_is_told() {
    let folder = site::folder();
    let page = folder.path().join("page").to_str().unwrap().to_owned();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = run(&["play", "--no-open", "--port", &port, "--web", &page]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains(&port) && ran.err.contains("--port 0"), "{}", ran.err);
    assert_eq!(run(&["play", "--no-open", "--port", "65536"]).status, 2);
}

#[test]
fn without_a_page_it_says_what_to_run() {
    // Whether this command has the page in it depends on where it was built: both have to be right.
    let mut command = wayline(&["play", "--no-open", "--port", "0"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    if line.is_empty() {
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2));
        assert!(told.contains("web/build") && told.contains("--web"), "{told}");
    } else {
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(line.contains("http://127.0.0.1:"), "{line}");
    }
}

#[test]
fn a_folder_that_is_no_page_is_refused() {
    let folder = site::folder();
    let play = |name: &str| {
        let path = folder.path().join(name);
        let ran = run(&["play", "--no-open", "--port", "0", "--web", path.to_str().unwrap()]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{name}");
        ran.err
    };
    assert!(play("nowhere").contains("nowhere"));
    assert!(play("page/assets").contains("index.html"));
    std::fs::write(folder.path().join("page/two words.js"), "").unwrap();
    assert!(play("page").contains("two words.js"));
}

#[test]
fn files_have_their_kinds_and_the_browser_keeps_what_cannot_change() {
    let site = Site::start();
    let hashed = "public, max-age=31536000, immutable";
    for (target, kind, caching) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
        ("/?map=maze&seed=1", "text/html; charset=utf-8", "no-cache"),
        ("/favicon.svg", "image/svg+xml", "no-cache"),
        ("/assets/index-0a1B2c3D.js", "text/javascript; charset=utf-8", hashed),
        ("/assets/index-0a1B2c3D.css", "text/css; charset=utf-8", hashed),
        (LARGE, "application/wasm", hashed),
    ] {
        let whole = site.get(target);
        assert_eq!((whole.status, whole.header("content-type")), (200, kind), "{target}");
        assert_eq!(whole.header("cache-control"), caching, "{target}");
        assert_eq!(whole.header("content-length"), whole.body.len().to_string());

        let ask = |method: &str, more: &str| {
            let head = format!("{method} {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n");
            site.ask(head.as_bytes()).unwrap()
        };
        let head = ask("HEAD", "");
        assert_eq!((head.status, head.header("content-type")), (200, kind));
        assert_eq!(head.header("content-length"), whole.body.len().to_string());
        let etag = whole.header("etag");
        for known in [etag.to_owned(), format!("W/{etag}"), format!("\"x\", {etag}"), "*".into()] {
            let again = ask("GET", &format!("If-None-Match: {known}\r\n"));
            assert_eq!((again.status, again.header("etag")), (304, etag), "{known}");
            assert_eq!(again.header("cache-control"), caching);
        }
        assert_eq!(ask("GET", "If-None-Match: \"0\"\r\n").status, 200);
    }
    assert_eq!(site.get(LARGE).body, vec![7; LARGE_BYTES]);
}

#[test]
fn every_answer_has_the_security_headers() {
    let site = Site::start();
    let foreign = b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n";
    let post = b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let replies = [&get("/")[..], &get("/none"), foreign, post].map(|ask| site.ask(ask).unwrap());
    assert_eq!(replies.each_ref().map(|reply| reply.status), [200, 404, 421, 405]);
    for reply in replies {
        let policy = reply.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "worker-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.split("; ").any(|own| own == part), "{part} in {policy}");
        }
        assert!(!policy.contains("unsafe-inline") && !policy.contains('*'));
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(reply.header(name), value);
        }
        assert!(reply.header("permissions-policy").contains("camera=()"));
        assert_eq!(reply.header("access-control-allow-origin"), "");
    }
}

#[test]
fn only_reading_is_allowed() {
    let site = Site::start();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get"] {
        let reply = site.ask(format!("{method} / HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes());
        let reply = reply.unwrap();
        assert_eq!((reply.status, reply.header("allow")), (405, "GET, HEAD"), "{method}");
    }
    let with_body = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc";
    assert_eq!(site.ask(with_body).unwrap().status, 405);
}

#[test]
fn other_names_are_not_answered() {
    let site = Site::start();
    let port = site.port();
    let status = |hosts: &str| {
        let reply = site.ask(format!("GET / HTTP/1.1\r\n{hosts}\r\n").as_bytes()).unwrap();
        assert_eq!(reply.status == 200, reply.text().contains("doctype"), "{hosts}");
        reply.status
    };
    for host in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
        assert_eq!(status(&format!("Host: {host}:{port}\r\n")), 200, "{host}");
        assert_eq!(status(&format!("Host: {host}\r\n")), 200, "{host}");
    }
    for host in
        ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "", "\u{e9}"]
    {
        assert_eq!(status(&format!("Host: {host}\r\n")), 421, "{host}");
    }
    assert_eq!(status(""), 400);
    assert_eq!(status("Host: localhost\r\nHost: evil.example\r\n"), 400);
    assert_eq!(site.ask(b"GET / HTTP/1.0\r\n\r\n").unwrap().status, 400);
    assert_eq!(site.ask(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n").unwrap().status, 200);
}
