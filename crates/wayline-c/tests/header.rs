//! `include/wayline.h` is what cbindgen makes of the sources. `WAYLINE_WRITE_HEADER=1 cargo test -p wayline-c
//! --test header` writes it anew.

use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_root_or_default(folder);
    let made = cbindgen::Builder::new().with_crate(folder).with_config(config).generate();
    let mut header = Vec::new();
    made.expect("cbindgen reads the sources").write(&mut header);
    let path = folder.join("include/wayline.h");
    if std::env::var_os("WAYLINE_WRITE_HEADER").is_some() {
        std::fs::write(&path, &header).unwrap();
    }
    let committed = std::fs::read(&path).unwrap_or_default();
    assert!(
        committed == header,
        "include/wayline.h is not what the sources say: write it anew with \
         WAYLINE_WRITE_HEADER=1 cargo test -p wayline-c --test header"
    );
}
