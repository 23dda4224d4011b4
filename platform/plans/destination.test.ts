import { expect, it } from "vitest";
import { destinationOf, withParameter } from "./destination.ts";

it.each<[string, string, string, string]>([
  ["https://e.com/", "", "", "https://e.com/"],
  ["https://e.com/docs", "/a/b", "", "https://e.com/docs/a/b"],
  ["https://e.com/docs/", "/a/", "", "https://e.com/docs/a/"],
  ["https://e.com/?x=1#top", "/a", "", "https://e.com/a?x=1#top"],
  ["https://e.com/", "//evil.example", "", "https://e.com//evil.example"],
  ["https://e.com/", "", "a=1", "https://e.com/?a=1"],
  ["https://e.com/?a=1&b=2#h", "", "a=9&c=%20x", "https://e.com/?b=2&a=9&c=%20x#h"],
  ["https://e.com/?a%5B%5D=1&a%5B%5D=2&b", "", "b&a[]=3", "https://e.com/?b&a[]=3"],
  ["https://e.com/?utm_source=own&q=a+b", "", "utm_source=theirs", "https://e.com/?q=a+b&utm_source=theirs"],
  ["https://e.com/?keep=%zz", "", "x=%zz", "https://e.com/?keep=%zz&x=%zz"],
])("%s with %s and ?%s leads to %s", (url, rest, query, expected) => {
  expect(destinationOf(url, { forwardQuery: true }, { rest, query })).toBe(expected);
  expect(destinationOf(url, {}, { rest: "", query })).toBe(url);
});

it.each<[string, string, string, string]>([
  ["https://e.com/", "a=1", "https://e.com/?a=1", "https://e.com/?a=1"],
  ["https://e.com/?a=1&b=2#h", "a=9&c=%20x", "https://e.com/?b=2&a=9&c=%20x#h", "https://e.com/?a=1&b=2&c=%20x#h"],
  ["https://e.com/?a%5B%5D=1&a", "a[]=3", "https://e.com/?a&a[]=3", "https://e.com/?a%5B%5D=1&a"],
  ["https://e.com/?a=1", "a=2&a=3&&b", "https://e.com/?a=2&a=3&&b", "https://e.com/?a=1&b"],
  ["https://e.com/?a=1", "hop-qr", "https://e.com/?a=1", "https://e.com/?a=1"],
  ["https://e.com/?hop-qr=own", "hop-qr&b=1", "https://e.com/?hop-qr=own&b=1", "https://e.com/?hop-qr=own&b=1"],
  ["https://e.com/?a=1", "hop%2Dqr=1&a=2", "https://e.com/?a=2", "https://e.com/?a=1"],
  ["https://e.com/?qr=own", "qr", "https://e.com/?qr=own", "https://e.com/?qr=own"],
  ["https://e.com/?qr=own", "qr=1&b=2", "https://e.com/?qr=own&b=2", "https://e.com/?qr=own&b=2"],
  ["https://e.com/", "qr", "https://e.com/?qr", "https://e.com/?qr"],
])("%s with ?%s leads to %s, or to %s where its own parameters are kept", (url, query, theirs, mine) => {
  expect(destinationOf(url, { forwardQuery: true }, { rest: "", query })).toBe(theirs);
  expect(destinationOf(url, { forwardQuery: true, forwardQueryMode: "keepMine" }, { rest: "", query })).toBe(mine);
});

it.each([
  ["https://e.com/", "https://e.com/?hop_id=x"],
  ["https://e.com/?", "https://e.com/?hop_id=x"],
  ["https://e.com?a=1&&b=%20+c&#top?hop_id=1", "https://e.com?a=1&&b=%20+c&&hop_id=x#top?hop_id=1"],
  ["https://e.com/?hop_id=old&a=%zz&hop%5Fid&hop_id", "https://e.com/?a=%zz&hop_id=x"],
  ["https://e.com/?chop_id=1#", "https://e.com/?chop_id=1&hop_id=x#"],
  ["app:open?hop_id=old", "app:open?hop_id=x"],
])("%s becomes %s", (url, expected) => {
  expect(withParameter(url, "hop_id", "x")).toBe(expected);
});
