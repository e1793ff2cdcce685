// Deutsch.
import type { Book } from "..";
import { crowd } from "./crowd";
import { engine } from "./engine";
import { more } from "./more";
import { network } from "./network";
import { page } from "./page";
import { pseudocode } from "./pseudocode";
import { search } from "./search";
import { study } from "./study";

export const book: Book = {
  words: { ...page, ...search, ...more, ...study, ...network, ...crowd },
  engine,
  pseudocode,
};
