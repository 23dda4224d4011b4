import { expect, it } from "vitest";
import { isAskedFromInside } from "./inside.ts";

it.each([
  [true, { host: "localhost:3000" }, "http://localhost:3000"],
  [true, { host: "127.0.0.1:3000" }, "http://localhost:3000"],
  [true, { host: "10.0.0.7:3000" }, "https://hop.example"],
  [true, {}, "https://hop.example"],
  [false, { host: "hop.example" }, "https://hop.example"],
  [false, { host: "HOP.example:8080" }, "https://hop.example"],
  [false, { host: "localhost:3000", "x-forwarded-for": "203.0.113.7" }, "http://localhost:3000"],
  [false, { host: "10.0.0.7", forwarded: "for=203.0.113.7" }, "https://hop.example"],
])("says %s for %j at %s", (inside, headers, publicUrl) => {
  expect(isAskedFromInside(headers, publicUrl)).toBe(inside);
});
