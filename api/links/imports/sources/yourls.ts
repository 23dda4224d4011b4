import type { Reader } from "./sourceLink.ts";
import { shortOf, usualLink } from "./usualLink.ts";

/** Objects of the API's `action=stats`, CSV files of YOURLS's table of links, and files of its plugin Import Export. */
export const yourls: Reader = {
  source: "yourls",
  columns: {
    destination: ["url", "longurl", "target"],
    code: ["keyword", "source"],
    link: ["shorturl"],
    title: ["title"],
    createdAt: ["timestamp", "date"],
    clicks: ["clicks", "hits"],
    ignore: ["ip"],
  },
  // Keywords (codes) are unique in the whole YOURLS installation.
  read: (fields) => usualLink(fields, { id: shortOf(fields).code }),
};
