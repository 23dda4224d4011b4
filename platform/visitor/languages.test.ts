import { expect, it } from "vitest";
import { wantedLanguages } from "./languages.ts";

it.each<[string, string[]]>([
  ["", []],
  ["de-AT,de;q=0.9,en;q=0.8", ["de-AT", "de"]],
  ["EN-us, en; q=0.95 ,fr;q=1.0", ["en-US", "fr", "en"]],
  ["zh-hant-tw,sr-LATN;q=0.9", ["zh-Hant-TW", "sr-Latn"]],
  ["de-ch-1996,es-419,en-u-ca-GREGORY", ["de-CH-1996", "es-419", "en-u-ca-gregory"]],
  ["*,de;q=0.899,en", ["en"]],
  ["de,de;q=0.9,DE", ["de"]],
  ["a,b,c", []],
  ["aa,bb,cc,dd,ee,ff", ["aa", "bb", "cc", "dd"]],
  ["de;q=2,fr;q=abc,en;q=0.9;x=1,it;level=1,nl;q=0.9", ["nl"]],
  ["<script>,de'--,en\u0000,fr", ["fr"]],
  [`${"x".repeat(300)},fr`, ["fr"]],
])("of %j are %j", (header, expected) => {
  expect(wantedLanguages(header, 4)).toEqual(expected);
});

it("are found in any text, and what they are is a tag", () => {
  const started = process.threadCpuUsage();
  for (const text of [",".repeat(100_000), "a-".repeat(50_000), ";q=".repeat(30_000), "de,".repeat(30_000)])
    expect(wantedLanguages(text, 4).every((tag) => /^[a-zA-Z0-9-]{2,44}$/.test(tag))).toBe(true);
  expect(process.threadCpuUsage(started).user).toBeLessThan(5000e3);
});
