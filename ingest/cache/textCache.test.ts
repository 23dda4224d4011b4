import { expect, it } from "vitest";
import { createTextCache } from "./textCache.ts";

it("derives the attributes of each text once, and again only after the cache was cleared", () => {
  const computed: string[] = [];
  const known = createTextCache(300, (text) => {
    computed.push(text);
    return { texts: { upper: text.toUpperCase() }, words: [text.length] };
  });
  expect(computed.splice(0)).toEqual([""]);
  const find = (...texts: string[]) => {
    const found = known.find(
      ["unused", ...texts],
      Uint32Array.from([...texts, ""], (_, i) => (i % texts.length) + 1),
    );
    return { texts: found.texts("upper"), words: [...found.words()] };
  };
  const first = find("a", "bb");
  expect(first).toEqual({ texts: ["A", "BB"], words: [1, 2] });
  expect(find("bb", "ccc", "a")).toEqual({ texts: ["BB", "CCC", "A"], words: [2, 3, 1] });
  expect(computed).toEqual(["a", "bb", "ccc"]);
  const many = Array.from({ length: 298 }, (_, i) => `t${i}`);
  expect(find(...many).texts).toEqual(many.map((text) => text.toUpperCase()));
  expect(find("a").texts).toEqual(["A"]);
  expect(computed.filter((text) => text === "a")).toEqual(["a", "a"]);
});
