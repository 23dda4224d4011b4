import fc from "fast-check";
import { expect, it } from "vitest";
import { folded } from "./folded.ts";

it.each([
  ["STRASSE", "straße"],
  ["Straße", "STRAẞE"],
  ["cafe creme", "Café crème"],
  ["cafe\u0301", "CAFÉ"],
  ["Sao Tome", "São Tomé"],
  ["Lodz", "Łódź"],
  ["ODENSE O", "Odense Ø"],
  ["Ægir", "aegir"],
  ["Istanbul", "İstanbul"],
  ["office", "oﬃce"],
  ["ΟΔΟΣ", "οδος"],
  ["ОРЕЛ", "орёл"],
  ["ｔｏｋｙｏ", "Tokyo"],
])("takes %j and %j for the same", (one, other) => {
  expect(folded(one)).toBe(folded(other));
});

it.each([
  ["दिल्ली", "दल"],
  ["ガ", "カ"],
  ["한", "하"],
])("keeps marks that make another letter: %j is not %j", (one, other) => {
  expect(folded(one)).not.toBe(folded(other));
});

it("changes nothing that it has folded", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => folded(folded(text)) === folded(text)));
});
