import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readTable } from "./table.ts";

const header = '["n","s"]\n["UInt8","String"]\n';
const rows = (count: number) => Array.from({ length: count }, (_, i) => `[${i},"é"]\n`).join("");
const bounds = { rows: 3, bytes: 1000 };

/** Splits a string into chunks of a few bytes, in the middle of lines and characters. */
function inPieces(text: string, size: number): Readable {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  return Readable.from(pieces);
}

describe("a result as a table", () => {
  it.each([1, 2, 7, 1000])("is read from pieces of %i bytes", async (size) => {
    expect(await readTable(inPieces(header + rows(3), size), bounds)).toEqual({
      columns: [
        { name: "n", type: "UInt8" },
        { name: "s", type: "String" },
      ],
      rows: [
        [0, "é"],
        [1, "é"],
        [2, "é"],
      ],
      truncated: false,
    });
  });

  it("keeps every digit of a decimal", async () => {
    const types = '["d","f"]\n["Nullable(Decimal(38, 3))","Float64"]\n';
    const lines = [
      "[12345678901234567890.123,0.1]",
      "[9007199254740993,1e300]",
      "[-0.5,0.30000000000000004]",
      "[null,-0]",
    ];
    const table = await readTable(inPieces(`${types}${lines.join("\n")}\n`, 1000), { rows: 10, bytes: 1000 });
    expect(table.rows).toEqual([
      ["12345678901234567890.123", 0.1],
      ["9007199254740993", 1e300],
      [-0.5, 0.30000000000000004],
      [null, -0],
    ]);
  });

  it("ends at its rows, and reads no further", async () => {
    let given = 0;
    const endless = Readable.from(
      (function* () {
        yield Buffer.from(header);
        for (;;) {
          given++;
          yield Buffer.from(rows(1));
        }
      })(),
    );
    const table = await readTable(endless, bounds);
    expect(table.rows).toHaveLength(3);
    expect(table.truncated).toBe(true);
    expect(endless.destroyed).toBe(true);
    expect(given).toBeLessThan(50);
  });

  it("ends at its bytes, with whole rows", async () => {
    const long = `[1,"${"x".repeat(600)}"]\n`;
    const table = await readTable(inPieces(header + long + long, 100), bounds);
    expect(table.rows).toHaveLength(1);
    expect(table.truncated).toBe(true);
    const longer = `[1,"${"x".repeat(6000)}"]\n`;
    expect(await readTable(inPieces(header + longer, 100), bounds)).toMatchObject({ rows: [], truncated: true });
    expect(await readTable(inPieces(`["${"x".repeat(6000)}"]\n`, 100), bounds)).toEqual({
      columns: [],
      rows: [],
      truncated: true,
    });
  });

  it("of a statement without a result is empty", async () => {
    expect(await readTable(Readable.from([]), bounds)).toEqual({ columns: [], rows: [], truncated: false });
    expect((await readTable(inPieces(header, 5), bounds)).columns).toHaveLength(2);
  });
});
