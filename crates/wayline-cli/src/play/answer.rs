//! What a request is answered with.

use super::assets::{Asset, Assets};
use super::hosts::Hosts;
use http_body_util::Full;
use hyper::body::{Body, Bytes};
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HOST, HeaderMap,
    HeaderName, HeaderValue, IF_NONE_MATCH,
};
use hyper::{Method, Request, Response, StatusCode};

/// What is served, and under which names.
pub(super) struct Site {
    pub(super) assets: Assets,
    pub(super) hosts: Hosts,
}

/// The page may load its own files, compile its own WebAssembly, and nothing else from anywhere.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     worker-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
     font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Sent with every answer. `docs/publishing.md` lists them for other servers.
const SECURITY: [(HeaderName, &str); 7] = [
    (HeaderName::from_static("content-security-policy"), CONTENT_POLICY),
    (HeaderName::from_static("x-content-type-options"), "nosniff"),
    (HeaderName::from_static("referrer-policy"), "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), \
         payment=(), serial=(), usb=()",
    ),
];

type Answer = Response<Full<Bytes>>;

impl Site {
    pub(super) fn answer(&self, request: &Request<impl Body>) -> Answer {
        let mut answer = self.page_or_reason(request);
        let headers = answer.headers_mut();
        for (name, value) in SECURITY {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if !request.body().is_end_stream() {
            // Nobody is going to read it.
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    }

    fn page_or_reason(&self, request: &Request<impl Body>) -> Answer {
        let uri = request.uri();
        let mut hosts = request.headers().get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return reason(StatusCode::BAD_REQUEST, "expected one header Host");
        };
        if !host.to_str().is_ok_and(|host| self.hosts.accept(host)) {
            return reason(
                StatusCode::MISDIRECTED_REQUEST,
                "this name is not known here: use the address that wayline play printed, or start it \
                 with --host and the name",
            );
        }
        if request.method() != Method::GET && request.method() != Method::HEAD {
            let mut answer = reason(StatusCode::METHOD_NOT_ALLOWED, "expected GET or HEAD");
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return answer;
        }
        if uri.authority().is_some() {
            return reason(StatusCode::BAD_REQUEST, "expected a path: this is not a proxy");
        }
        if !request.body().is_end_stream() {
            return reason(StatusCode::PAYLOAD_TOO_LARGE, "expected no body");
        }
        match self.assets.get(uri.path()) {
            Some(asset) => page(asset, request.headers()),
            None => reason(StatusCode::NOT_FOUND, "not found"),
        }
    }
}

/// A file, or that the browser has it already.
fn page(asset: &Asset, asked: &HeaderMap) -> Answer {
    let known = asked.get_all(IF_NONE_MATCH).iter().any(|etags| matches(etags, &asset.etag));
    let bytes = if known { Bytes::new() } else { asset.bytes.clone() };
    let mut answer = Response::new(Full::new(bytes));
    let headers = answer.headers_mut();
    headers.insert(ETAG, asset.etag.clone());
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(asset.caching));
    if known {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
        headers.insert(CONTENT_LENGTH, HeaderValue::from(asset.bytes.len()));
    }
    answer
}

/// Whether a list of etags has this one. Weak ones count: a proxy may have compressed the file.
fn matches(etags: &HeaderValue, own: &HeaderValue) -> bool {
    let Ok(etags) = etags.to_str() else { return false };
    etags.split(',').map(str::trim).any(|etag| {
        etag == "*" || etag.strip_prefix("W/").unwrap_or(etag).as_bytes() == own.as_bytes()
    })
}

/// Why there is no page: a line of plain text, in which nothing of the request is repeated.
fn reason(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from(format!("{text}\n"))));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
