import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { anyCsv } from "./anyCsv.ts";
import { bitly } from "./bitly.ts";
import { bookmarks } from "./bookmarks.ts";
import { blink } from "./blink.ts";
import { cuttly } from "./cuttly.ts";
import { dub } from "./dub.ts";
import { hoplog } from "./hoplog.ts";
import { kutt } from "./kutt.ts";
import { polr } from "./polr.ts";
import { prettyLinks } from "./prettyLinks.ts";
import { rebrandly } from "./rebrandly.ts";
import { redirection } from "./redirection.ts";
import { shlink } from "./shlink.ts";
import { shortIo } from "./shortIo.ts";
import type { Reader } from "./sourceLink.ts";
import { thirstyAffiliates } from "./thirstyAffiliates.ts";
import { tly } from "./tly.ts";
import { yourls } from "./yourls.ts";

/** The reader of each source. */
export const readers: Readonly<Record<ImportSource, Reader>> = {
  bitly,
  rebrandly,
  shortio: shortIo,
  dub,
  shlink,
  kutt,
  yourls,
  polr,
  blink,
  tly,
  cuttly,
  redirection,
  bookmarks,
  prettylinks: prettyLinks,
  thirstyaffiliates: thirstyAffiliates,
  hoplog,
  csv: anyCsv,
};
