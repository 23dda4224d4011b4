import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { csvFile } from "./csvFile.ts";

async function fileOf(lines: string, size = 7): Promise<string> {
  const bytes = Buffer.from(lines);
  const count = Math.ceil(bytes.length / size);
  const pieces = Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
  return (await csvFile(Readable.from(pieces)).toArray()).join("");
}

describe("the CSV file of a query", () => {
  it("has no formula that a visitor sent, in whatever pieces it is read", async () => {
    const attack = "=cmd|' /C calc'!A0";
    const lines = `${JSON.stringify(["utm_source", attack])}\n${JSON.stringify([attack, "Zürich\u2028;=1"])}\n`;
    const file = `utm_source,"'${attack}"\r\n"'${attack}","Zürich\u2028;'=1"\r\n`;
    for (const size of [1, 7, 1000]) expect(await fileOf(lines, size)).toBe(file);
  });

  it("has numbers with all their digits, and what has parts as JSON", async () => {
    const lines = `["n"]\n[-9223372036854775808,-0.10000000000000000001,null,true,"-inf",[18446744073709551615,"a"],{"numeral":"=1"}]\n`;
    expect(await fileOf(lines)).toBe(
      `n\r\n-9223372036854775808,-0.10000000000000000001,,true,"'-inf","[18446744073709551615,""a""]","{""numeral"":""=1""}"\r\n`,
    );
  });
});
