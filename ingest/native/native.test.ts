import { expect, it, onTestFinished } from "vitest";
import { createClickHouse } from "@hoplog/platform/clickhouse/createClickHouse.js";
import { freshClickHouse } from "@hoplog/platform/testing/engines.js";
import { createTextDictionary } from "../cache/textCache.ts";
import { insertBlock } from "../pipeline/insertBlock.ts";
import {
  dateTimeColumn,
  lowCardinalityColumn,
  nativeBlock,
  plainColumn,
  stringColumn,
  uuidColumn,
  uuidDictionaryColumn,
  varUint,
} from "./columns.ts";

async function setUp(columns: string) {
  const server = await freshClickHouse();
  const url = new URL(server.url);
  url.username = server.username;
  url.password = server.password;
  const client = createClickHouse({ clickHouseUrl: url.href, database: server.database, application: "test" });
  onTestFinished(async () => {
    await client.close();
    await server.drop();
  });
  await client.command({
    query: `CREATE TABLE t (n UInt32, ${columns}) ENGINE = MergeTree ORDER BY n
            SETTINGS non_replicated_deduplication_window = 100`,
  });
  const rows = async (query: string): Promise<unknown> =>
    (
      await client.query({
        query,
        format: "JSONCompactEachRow",
        clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
      })
    ).json();
  return { client, rows };
}

const numbers = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i);

it("writes every type so that ClickHouse reads back the same", async () => {
  const { client, rows } = await setUp(
    "a UInt8, a2 UInt16, b Bool, c UInt64, d DateTime64(3, 'UTC'), e UUID, f String, g LowCardinality(String)",
  );
  const uuid = Buffer.from("00112233445566778899aabbccddeeff", "hex");
  await insertBlock(
    client,
    "t",
    {
      n: plainColumn("UInt32", Uint32Array.of(1, 2, 0xffff_ffff)),
      a: plainColumn("UInt8", Uint8Array.of(0, 1, 255)),
      a2: plainColumn("UInt16", Uint16Array.of(0, 258, 0xffff)),
      b: plainColumn("Bool", Uint8Array.of(0, 1, 0)),
      c: plainColumn("UInt64", Uint32Array.of(1, 0, 0xffff_ffff, 0xffff_ffff, 0, 0)),
      d: dateTimeColumn(Date.UTC(2026, 10, 21, 12, 0, 0, 123), Uint32Array.of(0, 1, 0xffff_ffff)),
      e: uuidColumn(Buffer.concat([uuid, Buffer.alloc(16, 255), Buffer.alloc(16)])),
      f: stringColumn(["", "naïve 🔑", "x".repeat(300)]),
      g: lowCardinalityColumn({ values: ["b", "", "é"], indices: Uint32Array.of(2, 0, 1) }),
    },
    "token",
  );
  expect(await rows("SELECT * FROM t ORDER BY n")).toEqual([
    [1, 0, 0, false, "1", "2026-11-21 12:00:00.123", "00112233-4455-6677-8899-aabbccddeeff", "", "é"],
    [
      2,
      1,
      258,
      true,
      "18446744073709551615",
      "2026-11-21 12:00:00.124",
      "ffffffff-ffff-ffff-ffff-ffffffffffff",
      "naïve 🔑",
      "b",
    ],
    [
      0xffff_ffff,
      255,
      0xffff,
      false,
      "0",
      "2027-01-10 05:02:47.418",
      "00000000-0000-0000-0000-000000000000",
      "x".repeat(300),
      "",
    ],
  ]);
});

it.each([255, 256, 257, 65_535, 65_536, 65_537])("writes a dictionary of %i values", async (count) => {
  const { client, rows } = await setUp("g LowCardinality(String)");
  const values = Array.from({ length: count }, (_, i) => `v${i}`);
  await insertBlock(
    client,
    "t",
    {
      n: plainColumn("UInt32", numbers(count)),
      g: lowCardinalityColumn({ values, indices: numbers(count) }),
    },
    "token",
  );
  expect(await rows("SELECT count(), countIf(g = concat('v', toString(n))) FROM t")).toEqual([
    [`${count}`, `${count}`],
  ]);
});

it("writes UUIDs that repeat, each once", async () => {
  const { client, rows } = await setUp("e UUID");
  const ids = Buffer.from("00112233445566778899aabbccddeeff".padEnd(64, "a"), "hex");
  const columns = {
    n: plainColumn("UInt32", numbers(4)),
    e: uuidDictionaryColumn(ids, Uint32Array.of(1, 0, 1), Uint32Array.of(0, 1, 2, 1)),
  };
  await insertBlock(client, "t", columns, "x");
  const [first, second] = ["aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa", "00112233-4455-6677-8899-aabbccddeeff"];
  expect(await rows("SELECT e FROM t ORDER BY n")).toEqual([[first], [second], [first], [second]]);
});

it("writes texts that are known from blocks before", async () => {
  const { client, rows } = await setUp("g LowCardinality(String)");
  const dictionary = createTextDictionary();
  const known = Array.from({ length: 700 }, (_, i) => (i === 0 ? "" : `é${i} ${"x".repeat(i)}`));
  const write = async (texts: readonly string[], token: string) => {
    const used = Uint32Array.from(texts, (text) => dictionary.numberOf(text));
    const columns = {
      n: plainColumn("UInt32", numbers(texts.length)),
      g: dictionary.column(used, numbers(texts.length)),
    };
    await insertBlock(client, "t", columns, token);
    return rows("SELECT g FROM t ORDER BY n");
  };
  expect(await write(known, "all")).toEqual(known.map((text) => [text]));
  await client.command({ query: "TRUNCATE TABLE t" });
  const some = ["new", known[699] ?? "", "", known[1] ?? "", "new", ""];
  expect(await write(some, "some")).toEqual(some.map((text) => [text]));
  expect(dictionary.text(dictionary.numberOf("new"))).toBe("new");
});

it("writes a block once for the same token", async () => {
  const { client, rows } = await setUp("f String");
  const columns = { n: plainColumn("UInt32", numbers(2)), f: stringColumn(["a", "b"]) };
  await insertBlock(client, "t", columns, "one");
  await insertBlock(client, "t", columns, "one");
  await insertBlock(client, "t", columns, "two");
  expect(await rows("SELECT n, f FROM t ORDER BY n, f")).toEqual([
    [0, "a"],
    [0, "a"],
    [1, "b"],
    [1, "b"],
  ]);
});

it("rejects what ClickHouse refuses", async () => {
  const { client } = await setUp("f String");
  const columns = { n: plainColumn("UInt32", numbers(1)), nowhere: stringColumn(["a"]) };
  await expect(insertBlock(client, "t", columns, "x")).rejects.toThrow(/nowhere/);
});

it("refuses columns of different length", () => {
  const columns = { n: plainColumn("UInt32", numbers(2)), f: stringColumn(["a"]) };
  expect(() => nativeBlock(columns)).toThrow(/column f has 1 rows, but the first column has 2/);
});

it.each([
  [0, [0]],
  [127, [127]],
  [128, [0x80, 1]],
  [300, [0xac, 2]],
  [2 ** 32, [0x80, 0x80, 0x80, 0x80, 0x10]],
])("writes the length %i", (value, bytes) => {
  expect([...varUint(value)]).toEqual(bytes);
});
