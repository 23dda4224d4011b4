import type { Fields } from "./fields.ts";
import type { Reader } from "./sourceLink.ts";
import { usualLink } from "./usualLink.ts";

/** Bookmarks as browsers export them: only Firefox has tags and keywords, Safari has no dates. */
export const bookmarks: Reader = {
  source: "bookmarks",
  columns: {
    destination: ["href"],
    code: ["shortcuturl"],
    title: ["title"],
    tags: ["tags"],
    note: ["note"],
    group: ["folder"],
    createdAt: ["add_date"],
    ignore: ["last_modified", "last_visit", "last_charset", "icon_uri", "icon"],
  },
  read: (fields) => usualLink(fields, { refusal: refusalOf(fields) }),
};

const schemes: Readonly<Record<string, string>> = {
  javascript: "This bookmark is a bookmarklet (javascript:) instead of a web page",
  place: "This bookmark is a saved search of Firefox (place:) instead of a web page",
  data: "This bookmark contains its page (data:) instead of a URL",
};

function refusalOf(fields: Fields): string | null {
  const scheme = /^([a-z]+):/i.exec(fields.text("destination"))?.[1]?.toLowerCase() ?? "";
  return Object.entries(schemes).find(([name]) => name === scheme)?.[1] ?? null;
}
