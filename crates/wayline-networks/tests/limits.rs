//! Hostile input takes little memory and gives an error. One test, since it watches the memory of
//! the whole process.

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use peak_alloc::PeakAlloc;
use std::io::Write;
use wayline_networks::generate::Spec;
use wayline_networks::{Format, Limits, ReadOptions, read};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MIB: usize = 1 << 20;

/// Runs something, checks what it takes at most, and gives back what it says.
fn frugally<T>(what: &str, most: usize, run: impl FnOnce() -> T) -> T {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let result = run();
    let taken = MEMORY.peak_usage().saturating_sub(before);
    eprintln!("{what}: {} KiB", taken / 1024);
    assert!(taken < most * MIB, "{what}: {} MiB", taken / MIB);
    result
}

fn refused(what: &str, bytes: &[u8], most: usize, expected: &str) {
    let options = ReadOptions::default();
    let result = frugally(what, most, || read(bytes, None, &options).map(|_| ()));
    let error = result.expect_err(what).to_string();
    assert!(error.contains(expected), "{what}: {error}");
}

/// A block of a PBF with this in it, this many times over, compressed.
fn block(content: &[u8], times: usize) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    (0..times).for_each(|_| packed.write_all(content).unwrap());
    let packed = packed.finish().unwrap();
    let number = |mut number: usize| {
        let mut bytes = Vec::new();
        while number > 127 {
            bytes.push(number as u8 | 128);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    let blob = [&[0x1a][..], &number(packed.len()), &packed].concat();
    let header = [&b"\x0a\x09OSMHeader\x18"[..], &number(blob.len())].concat();
    [&(header.len() as u32).to_be_bytes()[..], &header, &blob].concat()
}

#[test]
fn hostile_input_takes_little_memory() {
    refused(
        "arcs of many nodes",
        b"p sp 60000000 0\n",
        1,
        "60000000 nodes, expected at most 65536",
    );
    refused("many arcs", b"p sp 2 250000000\n", 1, "the end of the file after 0 arcs");
    refused("a high number", b"a 0 60000000 1\n", 1, "60000001 nodes");
    refused("more than anything", b"p sp 99999999999999999999 1\n", 1, "the number of nodes");

    let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
    (0..80).for_each(|_| bomb.write_all(&vec![b' '; MIB]).unwrap());
    refused("gzip", &bomb.finish().unwrap(), 200, "more than 67108864 bytes");

    refused(
        "a header that is too long",
        b"\xff\xff\xff\xff\x0a\x09OSMHeader",
        1,
        "longer than 64 KiB",
    );
    let long = b"\0\0\0\x10\x0a\x09OSMHeader\x18\xff\xff\xff\x7f";
    refused("a block that is too long", long, 1, "longer than 32 MiB");
    refused("zlib", &block(&[0; 1 << 20], 40), 104, "longer than 32 MiB");

    let deep = format!("<osm>{}", "<a>".repeat(100_000));
    refused("deep XML", deep.as_bytes(), 16, "the end of the file");
    let deep = format!("{{\"type\":{}", "[".repeat(100_000));
    refused("deep JSON", deep.as_bytes(), 16, "this is not GeoJSON");

    let few = Limits { nodes: 1000, edges: 1000, ..Limits::default() };
    let rows: String = (0..100_000).map(|row| format!("{row},{},1\n", row + 1)).collect();
    let options = ReadOptions { format: Some(Format::Csv), limits: few, ..ReadOptions::default() };
    let many = frugally("rows", 2, || read(rows.as_bytes(), None, &options).map(|_| ()));
    assert!(many.unwrap_err().to_string().starts_with("line 1000, column 1: 1001 nodes or more"));
    let large = frugally("roads", 1, || Spec { nodes: 1001, seed: 0 }.generate(few).map(|_| ()));
    assert!(large.unwrap_err().to_string().contains("1001 nodes or more"));
}
