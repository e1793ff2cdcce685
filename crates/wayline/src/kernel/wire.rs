//! What all files of the engine have in common: little-endian numbers between a header and a checksum.
//!
//! ```text
//! magic    8   what kind of file it is
//! version  2
//! kind     2
//! ...          whatever the kind has
//! checksum 8   over everything before
//! ```

use super::fingerprint::of_bytes;

const CHECKSUM: usize = 8;

/// What identifies a file.
pub(crate) struct Format {
    pub(crate) magic: &'static [u8; 8],
    pub(crate) version: u16,
}

/// Why bytes are not a file of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WireError {
    OtherMagic,
    /// The version that was found, and the one that is read.
    OtherVersion(u16, u16),
    CutShort,
}

impl Format {
    /// The bytes of a file up to its kind.
    pub(crate) fn start(&self, kind: u16) -> Writer {
        let mut writer = Writer { bytes: Vec::new() };
        writer.bytes.extend(self.magic);
        writer.u16(self.version);
        writer.u16(kind);
        writer
    }

    /// What is between the magic and the checksum.
    pub(crate) fn open<'b>(&self, bytes: &'b [u8]) -> Result<Opened<'b>, WireError> {
        if !bytes.starts_with(&self.magic[..bytes.len().min(self.magic.len())]) {
            return Err(WireError::OtherMagic);
        }
        let end = bytes.len().checked_sub(CHECKSUM).ok_or(WireError::CutShort)?;
        let (content, checksum) = bytes.split_at(end);
        let mut reader = Reader { bytes: content };
        reader.take(self.magic.len())?;
        let (found, kind) = (reader.u16()?, reader.u16()?);
        if found != self.version {
            return Err(WireError::OtherVersion(found, self.version));
        }
        let intact = checksum == of_bytes(content).to_le_bytes();
        Ok(Opened { kind, reader, intact })
    }
}

/// A file whose header is right.
pub(crate) struct Opened<'b> {
    pub(crate) kind: u16,
    /// What comes after the kind.
    pub(crate) reader: Reader<'b>,
    /// Whether its checksum is right, too.
    pub(crate) intact: bool,
}

/// Writes numbers.
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn u16(&mut self, number: u16) {
        self.bytes.extend(number.to_le_bytes());
    }

    pub(crate) fn u32(&mut self, number: u32) {
        self.bytes.extend(number.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, number: u64) {
        self.bytes.extend(number.to_le_bytes());
    }

    /// Makes room for this many bytes, and for the checksum.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.bytes.reserve(count + CHECKSUM);
    }

    /// The whole file.
    pub(crate) fn sealed(mut self) -> Vec<u8> {
        self.u64(of_bytes(&self.bytes));
        self.bytes
    }
}

/// Reads numbers.
#[derive(Clone)]
pub(crate) struct Reader<'b> {
    /// What is left.
    pub(crate) bytes: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], WireError> {
        let (taken, rest) = self.bytes.split_at_checked(count).ok_or(WireError::CutShort)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        self.take(N)?.try_into().map_err(|_| WireError::CutShort)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, WireError> {
        self.number().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, WireError> {
        self.number().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, WireError> {
        self.number().map(u64::from_le_bytes)
    }
}

/// For tests: puts the right checksum under changed bytes.
#[cfg(test)]
pub(crate) fn sealed_again(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - CHECKSUM);
    Writer { bytes }.sealed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let format = Format { magic: b"WAYTESTS", version: 0x0203 };
        let mut writer = format.start(0x0405);
        writer.reserve(14);
        writer.u16(0x0607);
        writer.u32(0x0809_0A0B);
        writer.u64(0x0C0D_0E0F_1011_1213);
        let bytes = writer.sealed();
        let expected = [3, 2, 5, 4, 7, 6, 11, 10, 9, 8, 19, 18, 17, 16, 15, 14, 13, 12];
        assert_eq!((&bytes[..8], &bytes[8..26]), (&b"WAYTESTS"[..], &expected[..]));
        assert_eq!(bytes.len(), 34);
        let mut opened = format.open(&bytes).unwrap();
        assert!(opened.intact && opened.kind == 0x0405);
        assert_eq!(opened.reader.u16(), Ok(0x0607));
        assert_eq!(opened.reader.u32(), Ok(0x0809_0A0B));
        assert_eq!(opened.reader.clone().u64(), Ok(0x0C0D_0E0F_1011_1213));
        assert_eq!(opened.reader.bytes.len(), 8);
        opened.reader.bytes = &opened.reader.bytes[..7];
        assert_eq!(opened.reader.u64(), Err(WireError::CutShort));
        assert_eq!(sealed_again(bytes.clone()), bytes);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let format = Format { magic: b"WAYTESTS", version: 2 };
        let bytes = format.start(1).sealed();
        assert_eq!(bytes.len(), 20);
        for length in 0..20 {
            assert_eq!(format.open(&bytes[..length]).err(), Some(WireError::CutShort));
        }
        let other = Format { magic: b"WAYOTHER", version: 2 };
        assert_eq!(other.open(&bytes).err(), Some(WireError::OtherMagic));
        assert_eq!(other.open(b"GIF").err(), Some(WireError::OtherMagic));
        let newer = Format { version: 3, ..format };
        assert_eq!(newer.open(&bytes).err(), Some(WireError::OtherVersion(2, 3)));
        for at in 10..20 {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1;
            assert!(!format.open(&bytes).unwrap().intact, "{at}");
            assert!(at > 11 || format.open(&sealed_again(bytes)).unwrap().intact);
        }
    }
}
