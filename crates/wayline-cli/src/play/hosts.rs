//! Under which names the server may be asked.
//!
//! A page anywhere can have its own name point to 127.0.0.1 (DNS rebinding), and its scripts then talk
//! to this server as if it were theirs. They cannot change the header `Host`, which still has their
//! name: so only names that nobody else can own are answered.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The names a server answers to, with any port: behind a tunnel it is another one, and a port
/// cannot be pretended without a name.
pub(super) struct Hosts {
    /// Where it listens. An unspecified address stands for all: any address is answered then, as
    /// rebinding takes a name.
    address: IpAddr,
    /// What `--host` said, when it was a name.
    name: Option<String>,
}

impl Hosts {
    pub(super) fn new(address: IpAddr, asked: &str) -> Hosts {
        let name = asked.parse::<IpAddr>().is_err().then(|| asked.to_ascii_lowercase());
        Hosts { address, name }
    }

    /// Whether a value of the header `Host` is one of them.
    pub(super) fn accept(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else { return false };
        let address = match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            Some(literal) => literal.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            None => name.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
        };
        match address {
            Some(address) => {
                self.address.is_unspecified() || address == self.address || address.is_loopback()
            }
            None => {
                name.eq_ignore_ascii_case("localhost")
                    || self.name.as_ref().is_some_and(|own| name.eq_ignore_ascii_case(own))
            }
        }
    }
}

/// `NAME` of `NAME` or `NAME:PORT`; nothing if the port is not a number.
fn without_port(host: &str) -> Option<&str> {
    // The colons of an IPv6 address are inside its brackets.
    match host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
        Some((name, port)) => {
            let number =
                port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
            number.then_some(name)
        }
        None => Some(host),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(listening: &str, asked: &str, host: &str) -> bool {
        Hosts::new(listening.parse().unwrap(), asked).accept(host)
    }

    #[test]
    fn on_loopback_only_its_own_names() {
        let own = ["127.0.0.1", "127.0.0.1:80", "localhost", "LocalHost:65535", "[::1]", "[::1]:7"];
        for host in own {
            assert!(accepts("127.0.0.1", "127.0.0.1", host), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "evil.example:7284",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "localhost.",
            "127.1",
            "0177.0.0.1",
            "2130706433",
            "127.0.0.1:",
            "127.0.0.1:99999",
            "127.0.0.1:+1",
            "127.0.0.1:80:80",
            "user@localhost",
            "localhost,evil.example",
            "::1",
            "[::1",
            "[::1]x",
            "[127.0.0.1]",
            "10.0.0.1",
            "0.0.0.0",
            "[::]",
        ] {
            assert!(!accepts("127.0.0.1", "127.0.0.1", host), "{host}");
        }
    }

    #[test]
    fn a_name_that_was_asked_for_and_all_addresses() {
        assert!(accepts("192.0.2.7", "maps.example", "Maps.Example:7284"));
        assert!(accepts("192.0.2.7", "192.0.2.7", "192.0.2.7"));
        assert!(!accepts("192.0.2.7", "192.0.2.7", "192.0.2.8"));
        assert!(!accepts("192.0.2.7", "192.0.2.7", "maps.example"));
        assert!(accepts("0.0.0.0", "0.0.0.0", "192.0.2.8:1"));
        assert!(accepts("::", "::", "[2001:db8::1]:1"));
        assert!(!accepts("0.0.0.0", "0.0.0.0", "maps.example"));
    }
}
