import { afterEach, expect, it } from "vitest";
import { isCovered } from "./keyTarget.ts";

afterEach(() => document.body.replaceChildren());

it.each([
  ['<div role="dialog"></div>', true],
  ['<div style="z-index: 300"><div role="listbox"></div></div>', true],
  // Closed suggestions remain in the document.
  ['<div style="z-index: 300; display: none;"><div role="listbox"></div></div>', false],
  ["<p>Nothing</p>", false],
])("knows whether something is open above the page: %s", (html, expected) => {
  document.body.innerHTML = html;
  expect(isCovered()).toBe(expected);
});
