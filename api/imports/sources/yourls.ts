import type { Reader } from "./sourceLink.ts";
import { shortOf, usualLink } from "./usualLink.ts";

/** Objects of `action=stats`, and CSV files of its table of links. */
export const yourls: Reader = {
  source: "yourls",
  columns: {
    destination: ["url", "longurl"],
    code: ["keyword"],
    link: ["shorturl"],
    title: ["title"],
    createdAt: ["timestamp", "date"],
    clicks: ["clicks"],
    ignore: ["ip"],
  },
  // Keywords are one for the whole installation.
  read: (fields) => usualLink(fields, { id: shortOf(fields).code }),
};
