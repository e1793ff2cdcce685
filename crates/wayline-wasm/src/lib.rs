//! The engine for JavaScript: the npm package `wayline`.
//!
//! Nothing is searched here: every answer is the engine's, every map is read by `wayline-maps`. What
//! JavaScript passes in is read in `options` and `value`, answers become objects in `to_js`,
//! and what is wrong becomes an `Error` with the engine's message. Types for TypeScript:
//! `types.d.ts`.
//!
//! It becomes several modules, by features, so that only what is used is fetched: `cells` (maps and
//! searches), `bodies`, `rules` (those of bodies, as TOML), `fields`, `pictures` (PNG files), `networks`,
//! `osm` (maps of OpenStreetMap) and `crowds`.
//!
//! ```js
//! import { init, WaylineMap, solve } from "wayline";
//! await init();
//! const map = WaylineMap.generate("maze:64x64:seed=1");
//! const answer = solve(map, { algorithm: "astar" });
//! console.log(answer.cost, answer.path);
//! ```

#[cfg(feature = "bodies")]
mod body;
#[cfg(feature = "cells")]
mod cells;
#[cfg(any(feature = "cells", feature = "bodies", feature = "networks"))]
mod clock;
#[cfg(feature = "crowds")]
mod crowd;
#[cfg(any(feature = "cells", feature = "bodies", feature = "networks"))]
mod events;
#[cfg(feature = "fields")]
mod fields;
#[cfg(any(feature = "cells", feature = "bodies", feature = "crowds"))]
mod ground;
#[cfg(any(feature = "bodies", feature = "rules"))]
mod kind_rows;
#[cfg(any(feature = "networks", feature = "osm"))]
mod limits;
#[cfg(feature = "cells")]
mod map;
#[cfg(feature = "networks")]
mod network;
#[cfg(feature = "cells")]
mod options;
#[cfg(feature = "osm")]
mod osm;
#[cfg(feature = "pictures")]
mod pictures;
#[cfg(feature = "cells")]
mod record;
#[cfg(feature = "cells")]
mod registry;
#[cfg(feature = "bodies")]
mod replan;
#[cfg(feature = "rules")]
mod rules;
#[cfg(feature = "cells")]
mod solve;
mod to_js;
#[cfg(any(feature = "cells", feature = "bodies"))]
mod value;

#[cfg(feature = "bodies")]
pub use body::WaylineBody;
#[cfg(feature = "cells")]
pub use cells::{algorithms, judge, record, solve, version};
#[cfg(feature = "crowds")]
pub use crowd::WaylineCrowd;
#[cfg(feature = "fields")]
pub use fields::WaylineField;
#[cfg(any(feature = "cells", feature = "bodies", feature = "crowds"))]
pub use ground::terrain_of;
#[cfg(feature = "cells")]
pub use map::WaylineMap;
#[cfg(feature = "networks")]
pub use network::WaylineNetwork;
#[cfg(feature = "osm")]
pub use osm::read_osm;
#[cfg(feature = "pictures")]
pub use pictures::{decode, encode};
#[cfg(feature = "bodies")]
pub use replan::WaylineReplanner;
#[cfg(feature = "rules")]
pub use rules::{preset_rules, read_rules};
