//! A playground that runs: the command itself, over a small page in a folder of its own, and a client
//! that says exactly what it is told to. Only 127.0.0.1 is ever used.
// Each test file uses a part of this.
#![allow(dead_code)]

use crate::program::wayline;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What must never be handed out: it is beside the page, behind a link in it, and in a hidden file.
pub(crate) const SECRET: &str = "the secret beside the page";
/// A file with a hash in its name, larger than what a system buffers.
pub(crate) const LARGE: &str = "/assets/engine-Ab3dEf7h.wasm";
pub(crate) const LARGE_BYTES: usize = 6 << 20;

pub(crate) struct Site {
    child: Child,
    lines: BufReader<ChildStdout>,
    pub(crate) first_line: String,
    address: SocketAddr,
    _folder: TempDir,
}

/// The files of a page in `page`, with a secret around it.
pub(crate) fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    std::fs::create_dir_all(page.join("assets")).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("page/index.html", b"<!doctype html><title>Page</title>");
    write("page/favicon.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>");
    write("page/assets/index-0a1B2c3D.js", b"export {}");
    write("page/assets/index-0a1B2c3D.css", b"a { color: red }");
    write(&format!("page{LARGE}"), &vec![7; LARGE_BYTES]);
    for name in ["secret.txt", "page/.hidden", "page/assets/.hidden.js"] {
        write(name, SECRET.as_bytes());
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("secret.txt"), page.join("link.txt")).unwrap();
    folder
}

impl Site {
    pub(crate) fn start() -> Site {
        Site::start_with(&[])
    }

    pub(crate) fn start_with(arguments: &[&str]) -> Site {
        let folder = folder();
        let page = folder.path().join("page").to_str().unwrap().to_owned();
        let all = [&["play", "--no-open", "--port", "0", "--web", &page], arguments].concat();
        let mut command = wayline(&all);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut first_line = String::new();
        lines.read_line(&mut first_line).unwrap();
        let (_, rest) = first_line.split_once("http://").expect("the address comes first");
        let port = rest.split_once('/').unwrap().0.rsplit_once(':').unwrap().1;
        let address = SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap()));
        Site { child, lines, first_line, address, _folder: folder }
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    pub(crate) fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.set_nodelay(true).unwrap();
        Client { stream: BufReader::new(stream) }
    }

    /// What a connection of its own is answered; nothing if it is closed without a word.
    pub(crate) fn ask(&self, request: &[u8]) -> Option<Reply> {
        let mut client = self.connect();
        // Who has heard enough closes the connection while we still write.
        let _ = client.send(request);
        client.reply(request.starts_with(b"HEAD "))
    }

    /// Asks for a target as a browser would.
    pub(crate) fn get(&self, target: &str) -> Reply {
        let reply = self.ask(&get(target));
        reply.unwrap_or_else(|| panic!("no answer for {target}"))
    }

    /// Whether it still does what it is for.
    pub(crate) fn is_well(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none() && self.get("/").body.starts_with(b"<!doctype")
    }

    /// Bytes in memory, where the system tells.
    pub(crate) fn resident(&self) -> Option<u64> {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(Path::new(&status)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    }

    /// Sends a signal, and gives the status it ends with, how long that took and what else it printed.
    #[cfg(unix)]
    pub(crate) fn end(mut self, signal: &str) -> (Option<i32>, Duration, String) {
        let began = Instant::now();
        let kill = format!("kill -{signal} {}", self.child.id());
        assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        let took = began.elapsed();
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        (status.code(), took, rest)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A request for a target, with nothing wrong in it.
pub(crate) fn get(target: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes()
}

/// One connection.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Client {
    pub(crate) fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// The next answer; nothing when the connection ends instead.
    pub(crate) fn reply(&mut self, to_head: bool) -> Option<Reply> {
        let line = self.line()?;
        let (_, rest) = line.split_once("HTTP/1.").expect("a status line");
        let status = rest[2..5].parse().unwrap();
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(": ").unwrap();
            headers.push((name.to_owned(), value.to_owned()));
        }
        let mut reply = Reply { status, headers, body: Vec::new() };
        if !to_head && status != 304 {
            reply.body = vec![0; reply.header("content-length").parse().unwrap_or(0)];
            self.stream.read_exact(&mut reply.body).unwrap();
        }
        Some(reply)
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(line.trim_end_matches("\r\n").to_owned()),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => None,
            Err(error) => panic!("{error}"),
        }
    }

    /// Waits until the server closes the connection: how long that took, and how many bytes came.
    pub(crate) fn closed_after(&mut self) -> (Duration, usize) {
        let began = Instant::now();
        let mut chunk = [0; 1 << 16];
        let mut bytes = 0;
        loop {
            match self.stream.read(&mut chunk) {
                Ok(0) => break,
                Ok(more) => bytes += more,
                Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
                Err(error) => panic!("{error}"),
            }
        }
        (began.elapsed(), bytes)
    }
}
