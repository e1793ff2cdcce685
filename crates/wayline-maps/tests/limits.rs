//! Hostile input takes little memory and gives an error. One test, since it watches the memory of
//! the whole process.

use peak_alloc::PeakAlloc;
use png::{BitDepth, ColorType};
use wayline_maps::generate::Spec;
use wayline_maps::{
    Limits, MapError, ascii, bodies, movingai, read, read_terrain, scenario, simulation,
};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MIB: usize = 1 << 20;

/// Runs something, checks what it takes at most, and gives back what it says.
fn frugally<T>(what: &str, run: impl FnOnce() -> T) -> T {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let result = run();
    let taken = MEMORY.peak_usage() - before;
    eprintln!("{what}: {} KiB", taken / 1024);
    assert!(taken < 64 * MIB, "{what}: {} MiB", taken / MIB);
    result
}

fn refused(what: &str, bytes: &[u8], expected: &str) {
    let result = frugally(what, || read(bytes, None).map_err(|error: MapError| error.to_string()));
    let error = result.expect_err(what);
    assert!(error.contains(expected), "{what}: {error}");
}

/// A picture all of one value.
fn picture(width: u32, height: u32, color: ColorType, depth: BitDepth, value: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_compression(png::Compression::Fast);
    let bits = width as usize * color.samples() * depth as usize;
    let row = vec![value; bits.div_ceil(8)];
    let mut writer = encoder.write_header().unwrap();
    let mut rows = writer.stream_writer().unwrap();
    (0..height).for_each(|_| std::io::Write::write_all(&mut rows, &row).unwrap());
    rows.finish().unwrap();
    drop(writer);
    bytes
}

/// The check at the end of every chunk of a PNG.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    })
}

/// The same picture with another size in its header.
fn with_size(mut bytes: Vec<u8>, width: u32, height: u32) -> Vec<u8> {
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let check = crc(&bytes[12..29]).to_be_bytes();
    bytes[29..33].copy_from_slice(&check);
    bytes
}

/// The same picture with one more chunk behind its header.
fn with_chunk(bytes: &[u8], name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let named = [name, data].concat();
    let (length, check) = ((data.len() as u32).to_be_bytes(), crc(&named).to_be_bytes());
    [&bytes[..33], &length, &named, &check, &bytes[33..]].concat()
}

/// The compressed data of a picture, all its chunks of it joined.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut data = Vec::new();
    let mut rest = &bytes[8..];
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        if after.starts_with(b"IDAT") {
            data.extend_from_slice(&after[4..4 + length]);
        }
        rest = &after[length + 8..];
    }
    data
}

#[test]
fn hostile_input_takes_little_memory() {
    texts();
    pictures();
    specs();
    rules();
}

fn texts() {
    let header = |width: u64, height: u64| {
        format!("type octile\nheight {height}\nwidth {width}\nmap\n...\n").into_bytes()
    };
    refused("endless sides", &header(u64::MAX, u64::MAX), "at most 67108864");
    refused("as many cells as wrap around", &header(1 << 32, 1 << 32), "at most 67108864");
    refused("one endless row", &header(1 << 40, 1), "at most 67108864");
    refused("one row too many", &header(8192, 8193), "at most 67108864");
    refused("no rows behind the header", &header(8192, 8192), "only 4 bytes follow");
    let long = format!("type octile\nheight {}\nwidth 1\nmap\n", "9".repeat(1 << 20));
    refused("a number too long", long.as_bytes(), "expected the number of rows");
    refused("nothing", b"", "the end of the file");
    refused("zeros", &[0; 1 << 20], "expected '.'");
    let dots = vec![b'.'; (1 << 20) + 1];
    let small = Limits { cells: 1 << 20, ..Limits::default() };
    assert!(frugally("a row too long", || ascii::read(&dots, small)).is_err());
    let digits = vec![b'9'; (1 << 24) + 1];
    refused("too much terrain", &digits, "at most 16777216 cells where any has a multiplier");
    let lines = vec![b'\n'; 1 << 22];
    assert!(frugally("blank lines", || movingai::read(&lines, Limits::default())).is_err());
    assert!(frugally("blank lines", || ascii::read(&lines, Limits::default())).is_err());
    let scenarios = [b"version 1\n".as_slice(), &lines].concat();
    assert!(frugally("blank scenarios", || scenario::read(&scenarios)).unwrap().is_empty());
}

fn pictures() {
    use BitDepth::{Eight, One, Sixteen};
    use ColorType::{Grayscale, Rgba};
    let tiny = picture(1, 1, Grayscale, Eight, 255);
    let most = i32::MAX as u32;
    refused("an endless picture", &with_size(tiny.clone(), most, most), "at most 67108864");
    refused("a picture too wide", &with_size(tiny.clone(), 1 << 26, 1), "at most 131072");
    refused("a picture too tall", &with_size(tiny.clone(), 1, 1 << 26), "at most 131072");
    refused("no rows behind the header", &with_size(tiny.clone(), 8192, 8192), "cannot be read");
    refused("no columns", &with_size(tiny.clone(), 0, 1), "cannot be read");
    refused("an empty picture", &tiny[..8], "cannot be read");

    let black = picture(8192, 8192, Grayscale, One, 0);
    assert!(black.len() < 100_000);
    let grid = frugally("the largest map, in black", || read(&black, None)).unwrap().grid;
    assert_eq!(grid.free_cells(), 0);
    let grey = picture(8192, 8192, Grayscale, Eight, 100);
    refused("the largest map, in grey", &grey, "at most 16777216");
    let grey = picture(4096, 4096, Grayscale, Eight, 100);
    let grid = frugally("the largest weighted map", || read(&grey, None)).unwrap().grid;
    assert_eq!(grid.free_cells(), 4096 * 4096);
    let deep = picture(1 << 17, 128, Rgba, Sixteen, 77);
    let grid = frugally("the widest and deepest rows", || read(&deep, None)).unwrap().grid;
    assert!(grid.is_weighted());
    let tall = picture(128, 1 << 17, Grayscale, Eight, 77);
    frugally("the tallest weighted map", || read(&tall, None)).unwrap();
    let more = with_size(grey.clone(), 4, 4);
    frugally("far more data than the size needs", || read(&more, None).is_ok());

    // 64 MiB of nothing, in chunks that are not the picture.
    let bomb = compressed(&picture(8192, 8192, Grayscale, Eight, 0));
    let text = [b"Comment\0\0".as_slice(), &bomb].concat();
    let profile = [b"profile\0\0".as_slice(), &bomb].concat();
    let unicode = [b"Comment\0\x01\0\0\0".as_slice(), &bomb].concat();
    for (name, data) in [(b"zTXt", text), (b"iCCP", profile), (b"iTXt", unicode)] {
        let name_of_chunk = String::from_utf8_lossy(name).into_owned();
        let bytes = with_chunk(&tiny, name, &data);
        frugally(&name_of_chunk, || read(&bytes, None)).unwrap();
    }
    // A chunk that claims to be longer than the file is.
    let mut long = with_chunk(&tiny, b"eXIf", b"");
    long[33..37].copy_from_slice(&(i32::MAX as u32).to_be_bytes());
    refused("a chunk without end", &long, "cannot be read");
}

fn specs() {
    for text in ["open:4294967295x4294967295", "caves:8193x8192", "terrain:4097x4096"] {
        let spec: Spec = text.parse().unwrap();
        assert!(frugally(text, || spec.generate(Limits::default())).is_err());
    }
}

/// TOML that is long, deep, or asks for a lot.
fn rules() {
    let numbers = |bytes: usize| format!("a = [{}]\n", "0,".repeat(bytes / 2 - 8)).into_bytes();
    let tables = |bytes: usize| "[[moves]]\n".repeat(bytes / 10).into_bytes();
    let deep = |bytes: usize| format!("a = {}", "[".repeat(bytes - 4)).into_bytes();
    let dotted = |bytes: usize| format!("a{} = 1", ".a".repeat(bytes / 2 - 8)).into_bytes();
    for (what, make) in [
        ("numbers", &numbers as &dyn Fn(usize) -> Vec<u8>),
        ("tables", &tables),
        ("deep", &deep),
        ("dotted", &dotted),
    ] {
        let bytes = make(bodies::MAX_BYTES as usize);
        assert!(frugally(what, || bodies::read(&bytes)).is_err());
        let bytes = make(simulation::MAX_BYTES as usize);
        let simulated =
            frugally(what, || simulation::read(&bytes, None, Limits::default()).is_ok());
        assert!(!simulated);
    }
    let long = vec![b'#'; 1 << 24];
    assert!(frugally("a comment too long", || bodies::read(&long)).is_err());
    let simulated = |text: &str| {
        let read = frugally(text, || simulation::read(text.as_bytes(), None, Limits::default()));
        read.err().expect(text).to_string()
    };
    let error = simulated("[map]\ngenerate = 'open:8192x8192'\n");
    assert!(error.contains("at most 16777216"), "{error}");
    let edit = "[[edits]]\ntick = 1\nbecomes = 'W'\nat = '0,0..1023,1023'\n";
    let error = simulated(&format!("[map]\ngenerate = 'open:1024x1024'\n{edit}{edit}"));
    assert!(error.contains("more than 1048576 cells in all changes"), "{error}");
    let dots = vec![b'.'; (1 << 24) + 1];
    assert!(
        frugally("terrain too large", || read_terrain(&dots, None, Limits::default())).is_err()
    );
}
