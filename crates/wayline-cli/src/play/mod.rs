//! `wayline play`: the playground in the browser, served from the command itself.
//!
//! `assets` has the page, `answer` says what a request gets, `hosts` under which names, `server`
//! keeps the connections.

mod answer;
mod assets;
mod folder;
mod hosts;
mod server;

use crate::failure::{Failure, Status};
use crate::flags::Shared;
use crate::{interrupt, output};
use answer::Site;
use assets::Assets;
use clap::Args;
use hosts::Hosts;
use serde::Serialize;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Notify;

/// Watch searches in the browser: paint a map, drag the ends, step back and forth
#[derive(Args)]
#[command(after_long_help = "\
The page is part of the command and works without a network connection. The first line of output is its \
address; Ctrl-C stops it.

Who may open it:
  Only this machine, unless --host says otherwise. If you give an address or a name of this machine,
  others in its network may open it under that address or name; with 0.0.0.0 or ::, under any address,
  but under no name.

Examples:
  wayline play
  wayline play --port 0 --no-open
  wayline play --host 0.0.0.0 --port 8080")]
pub(crate) struct Play {
    /// Address or name to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    host: String,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 7284)]
    port: u16,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Serve the page from this folder, as web/build makes it, instead of the one in the command
    ///
    /// It is read once, before anything is served.
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
}

#[derive(Serialize)]
struct Started {
    address: String,
}

impl Play {
    pub(crate) fn run(self, shared: Shared) -> Result<Status, Failure> {
        let assets = match &self.web {
            Some(folder) => Assets::read(folder)?,
            None => Assets::embedded().ok_or_else(no_page)?,
        };
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let (listener, listening) = self.listen(host)?;
        let site = Site { assets, hosts: Hosts::new(listening.ip(), host) };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| cannot_listen(host, listening.port(), &error))?;

        let stop = Arc::new(Notify::new());
        let heard = stop.clone();
        interrupt::ending_by(
            move || heard.notify_one(),
            || {
                let address = address(host, listening);
                if shared.is_json() {
                    output::say_json(&Started { address: address.clone() })?;
                } else {
                    output::say(&format!("Playground: {address}\n"))?;
                }
                output::note("Ctrl-C ends it");
                if !listening.ip().is_loopback() {
                    output::note("everyone who can reach this machine can open it");
                }
                if !self.no_open {
                    open_browser(address);
                }
                runtime.block_on(async {
                    let listener = tokio::net::TcpListener::from_std(listener)
                        .map_err(|error| cannot_listen(host, listening.port(), &error))?;
                    server::serve(listener, site, stop.notified()).await;
                    Ok(Status::Done)
                })
            },
        )
    }

    fn listen(&self, host: &str) -> Result<(TcpListener, SocketAddr), Failure> {
        let listen = || {
            let listener = TcpListener::bind((host, self.port))?;
            listener.set_nonblocking(true)?;
            let listening = listener.local_addr()?;
            Ok((listener, listening))
        };
        listen().map_err(|error| cannot_listen(host, self.port, &error))
    }
}

fn no_page() -> Failure {
    Failure::Input(
        "this build of the command has no page in it. In a copy of the project run web/build, then \
         build the command again (cargo build --release); or give the folder that web/build made: \
         wayline play --web web/dist"
            .to_owned(),
    )
}

fn cannot_listen(host: &str, port: u16, error: &std::io::Error) -> Failure {
    Failure::Input(match error.kind() {
        ErrorKind::AddrInUse => format!(
            "port {port} of {host} is taken, perhaps by another wayline play: end that one, or pick a \
             free port with --port 0"
        ),
        ErrorKind::PermissionDenied => format!(
            "port {port} of {host} may not be listened on: take one from 1024, or pick a free one with \
             --port 0"
        ),
        ErrorKind::AddrNotAvailable => format!(
            "--host {host}: no address of this machine; 127.0.0.1 is for this machine alone, 0.0.0.0 \
             for all its addresses"
        ),
        _ => format!("--host {host}: cannot listen on port {port}: {error}"),
    })
}

/// What to type into a browser on this machine.
fn address(host: &str, listening: SocketAddr) -> String {
    let port = listening.port();
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    if host.parse::<IpAddr>().is_err() {
        return format!("http://{host}:{port}/");
    }
    // Brackets around an IPv6 address are SocketAddr's.
    format!("http://{}/", SocketAddr::new(ip, port))
}

/// Runs on a thread of its own, because some openers stay until the browser ends. If there is no browser, the
/// address is enough.
fn open_browser(address: String) {
    // Where there is no screen, an opener might take the terminal for a browser in text.
    let screen = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].map(std::env::var_os);
    let unix = cfg!(all(unix, not(target_os = "macos")));
    if unix && screen.iter().all(Option::is_none) {
        return;
    }
    std::thread::spawn(move || {
        if open::that_detached(&address).is_err() {
            output::note("no browser could be opened: open the address yourself");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_can_be_typed() {
        let listening = |host, listening: &str| address(host, listening.parse().unwrap());
        assert_eq!(listening("127.0.0.1", "127.0.0.1:7284"), "http://127.0.0.1:7284/");
        assert_eq!(listening("0.0.0.0", "0.0.0.0:80"), "http://127.0.0.1:80/");
        assert_eq!(listening("::", "[::]:80"), "http://[::1]:80/");
        assert_eq!(listening("localhost", "[::1]:80"), "http://localhost:80/");
    }

    #[test]
    fn what_cannot_be_listened_on_comes_with_a_way_out() {
        let message = |kind: ErrorKind| cannot_listen("192.0.2.1", 80, &kind.into()).to_string();
        assert!(message(ErrorKind::AddrInUse).contains("--port 0"));
        assert!(message(ErrorKind::PermissionDenied).contains("--port 0"));
        assert!(message(ErrorKind::AddrNotAvailable).contains("127.0.0.1"));
        assert!(message(ErrorKind::OutOfMemory).contains("192.0.2.1"));
    }
}
