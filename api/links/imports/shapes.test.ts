import { expect, it } from "vitest";
import { otherShape } from "./shapes.ts";

it.each([
  ["bitly", ["shortCode", "longUrl", "shortUrl"], "shlink"],
  ["bitly", ["title", "long_url", "link"], null],
  ["dub", ["Domain", "Slashtag", "Destination"], "rebrandly"],
  ["yourls", ["idString", "originalURL", "path"], "shortio"],
  ["kutt", ["Short link", "Destination URL", "Link ID"], "dub"],
  ["rebrandly", ["id", "address", "target"], "kutt"],
  ["shlink", ["keyword", "url", "title"], "yourls"],
  ["dub", ["originalUrl", "tagColours"], "hoplog"],
  ["dub", ["url", "anything"], null],
  ["yourls", ["source", "target", "regex", "code", "type"], "redirection"],
  ["dub", ["id", "url", "match_type", "action_type"], "redirection"],
  ["csv", ["source", "target", "regex"], null],
  ["bitly", ["short_url", "long_url", "creator", "is_disabled"], "polr"],
  ["bitly", ["long_url", "short_id", "meta"], "tly"],
  ["bitly", ["date", "shortLink", "fullLink", "title"], "cuttly"],
  ["yourls", ["id", "url", "slug", "redirect_type"], "prettylinks"],
  [
    "rebrandly",
    ["Name", "Destination URL", "Slug", "Autolinker Keywords (separated by semicolon)"],
    "thirstyaffiliates",
  ],
  ["bitly", ["Long URL", "Keyword", "Auto-Archive Date"], "blink"],
  ["csv", ["shortCode", "longUrl"], null],
] as const)("a file given as one of %s with %j is one of %s", (source, names, other) => {
  expect(otherShape(source, names)).toBe(other);
});
