import { runInNewContext } from "node:vm";
import { limits } from "@hoplog/schema/limits.js";
import { expect, it } from "vitest";
import { bookmarklet, nameOf, sharedLink } from "./shared.ts";

it.each([
  ["url=https://a.example/x&name=A+page", "https://a.example/x", "A page"],
  ["text=Look:+https://a.example/x%3Fy%3D1+now", "https://a.example/x?y=1", ""],
  ["text=(Look:+https://a.example/x_(y)).", "https://a.example/x_(y)", ""],
  ["text=https://a.example/x%E2%80%8B,+now", "https://a.example/x", ""],
  ["url=https://a.example/x.%C2%A0", "https://a.example/x", ""],
  ["page=https://a.example/Inc.&url=https://b.example/", "https://a.example/Inc.", ""],
  ["url=&text=https://a.example/", "https://a.example/", ""],
  ["text=nothing+here", "", ""],
  ["url=javascript:alert(1)", "javascript:alert(1)", ""],
  ["", "", ""],
])("%s is read", (query, originalUrl, name) => {
  expect(sharedLink(new URLSearchParams(query))).toEqual({ originalUrl, name });
});

it("a link is called as its destination, and no name is too long", () => {
  expect(nameOf("https://www.example.com/a/b?c=d")).toBe("example.com/a/b");
  expect(nameOf("example")).toBe("");
  expect(nameOf(`https://example.com/${"x".repeat(500)}`)).toHaveLength(limits.linkNameMax);
  expect(sharedLink(new URLSearchParams({ name: "n".repeat(500) })).name).toHaveLength(limits.linkNameMax);
});

it("the bookmark opens the page with what is shown, however it is called", () => {
  const opened: string[] = [];
  runInNewContext(bookmarklet("https://hop.example").replace("javascript:", ""), {
    open: (url: string) => opened.push(url),
    location: { href: "https://a.example/?q=1&r=2#f" },
    document: { title: "'A' & \"B\" 100%" },
    encodeURIComponent,
  });
  const query = new URL(opened[0] ?? "").searchParams;
  expect(sharedLink(query)).toEqual({ originalUrl: "https://a.example/?q=1&r=2#f", name: "'A' & \"B\" 100%" });
});
