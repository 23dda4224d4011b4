import { expect, it } from "vitest";
import { checked } from "./config.ts";

it.each([
  ["https://hoplog.example.com/", "https://hoplog.example.com"],
  ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
])("takes the URL %s", (url, saved) => {
  expect(checked(url)).toBe(saved);
});

it.each([
  "hoplog.example.com",
  "ftp://hoplog.example.com",
  "https://ada@hoplog.example.com",
  "https://:secret@hoplog.example.com",
  "https://hoplog.example.com/?a=b",
  "https://hoplog.example.com/#a",
])("refuses the URL %s", (url) => {
  expect(() => checked(url)).toThrow(`Invalid URL ${url}`);
});
