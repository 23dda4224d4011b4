import type { Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** The CSV file that Cutt.ly exports, and responses of its API. */
export const cuttly: Reader = {
  source: "cuttly",
  columns: {
    destination: ["fullLink"],
    link: ["shortLink"],
    title: ["title"],
    tags: ["tags"],
    createdAt: ["date"],
    clicks: ["clicks"],
  },
  read: (fields) => usualLink(fields),
};
