// English: what every other language is a translation of. The engine's own words are English already.
import { crowd } from "./crowd";
import { more } from "./more";
import { network } from "./network";
import { page } from "./page";
import { search } from "./search";
import { study } from "./study";

export const words = { ...page, ...search, ...more, ...study, ...network, ...crowd } as const;
