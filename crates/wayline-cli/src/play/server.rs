//! Connections: how many, for how long, and how they end. HTTP itself is hyper's.

use super::answer::Site;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

/// Connections at a time; a browser opens six. Further ones wait until one of these ends.
const CONNECTIONS: usize = 256;
/// Bytes of a request's head, and of what is read ahead.
const HEAD_BYTES: usize = 16 << 10;
/// Lines in a request's head.
const HEAD_LINES: usize = 64;
/// For a whole head, from when the last answer was sent: also how long a connection may idle.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// For a client to take any more of its answer.
const TAKE_TIME: Duration = Duration::from_secs(10);
/// For answers under way, once the server is to stop.
const STOP_TIME: Duration = Duration::from_secs(1);

/// Answers until told to stop. Then idle connections are closed at once, answers under way have a
/// second to end.
pub(super) async fn serve(listener: TcpListener, site: Site, stop: impl Future<Output = ()>) {
    let site = Arc::new(site);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let ending = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEAD_LINES);

    let mut stop = std::pin::pin!(stop);
    loop {
        let connection = async {
            let place = places.clone().acquire_owned().await;
            (accept(&listener).await, place)
        };
        let (stream, place) = tokio::select! {
            connection = connection => connection,
            () = &mut stop => break,
        };
        let site = site.clone();
        let answer = move |request: Request<Incoming>| {
            let answer = site.answer(&request);
            async move { Ok::<_, Infallible>(answer) }
        };
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(TAKE_TIME));
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service_fn(answer));
        let connection = ending.watch(connection);
        tokio::spawn(async move {
            // What goes wrong is the client's doing, and hyper has told it where it could.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = timeout(STOP_TIME, ending.shutdown()).await;
}

/// The next connection. An error is about one that came to nothing, or there are no more files to
/// be opened: either passes.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Answers are small and whole: waiting to fill a packet would only delay them.
                let _ = stream.set_nodelay(true);
                return stream;
            }
            Err(_) => sleep(Duration::from_millis(20)).await,
        }
    }
}
