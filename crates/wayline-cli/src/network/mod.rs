//! What commands about networks share: where a network comes from ([`source`]), which of its places are
//! meant ([`places`]), how its costs and ids are written ([`words`]), and drawings of it ([`drawing`]).

pub(crate) mod drawing;
pub(crate) mod geojson;
pub(crate) mod ink;
pub(crate) mod places;
pub(crate) mod source;
pub(crate) mod words;
