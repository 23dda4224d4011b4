import { clickFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { describe, expect, it } from "vitest";
import { blockOf, chrome, googlebot, iphone, ipv4, testClick, testLink } from "../testing/clicks.ts";
import { figures, openWriting } from "../testing/writing.ts";
import { blocksOf } from "./block.ts";

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

describe("several batches", () => {
  it("are written as one insert, each click as if its batch came alone", async () => {
    const alone = await openWriting();
    const together = await openWriting();
    const [one, two] = [testLink(), testLink()];
    const batches = Array.from({ length: 5 }, (_, number) =>
      alone.batchOf(
        Array.from({ length: 40 }, (_, i) =>
          testClick(i % 3 === 0 ? one : two, {
            at: noon - number * 3_600_000 + i,
            address: ipv4(`8.8.${number}.${i % 7}`),
            userAgent: i % 10 === 0 ? googlebot : number % 2 === 0 ? chrome : iphone,
            referrer: `https://r${i % number || 0}.example/`,
            query: number === 3 ? "utm_source=s" : "",
            languages: i % 4 === 0 ? "de" : "fr",
            revision: i % 2,
            flags: i % 5 === 0 ? clickFlags.prefetch : 0,
          }),
        ),
      ),
    );
    await together.pool.query("INSERT INTO visitor_salt SELECT '2026-11-21', '\\x00112233445566778899aabbccddeeff'");
    await alone.pool.query("INSERT INTO visitor_salt SELECT '2026-11-21', '\\x00112233445566778899aabbccddeeff'");
    for (const batch of batches) await alone.write(batch);
    await together.writeBlock(blockOf(...batches), "together");
    const everything = "SELECT * FROM clicks ORDER BY click_id";
    expect(
      await together.rows(
        "SELECT count() FROM system.parts WHERE active AND table = 'clicks' AND database = currentDatabase()",
      ),
    ).toEqual([[1]]);
    expect(await together.rows(everything)).toEqual(await alone.rows(everything));
    expect(await together.rows(figures)).toEqual(await alone.rows(figures));
  });

  it("whose times don't fit into 32 bits are two blocks, the same ones in whatever order they come", async () => {
    const { batchOf } = await openWriting();
    const day = 24 * 60 * 60 * 1000;
    const batches = [0, 49, 30, 60, 98].map((days) => batchOf([testClick(testLink(), { at: noon + days * day })]));
    const blocks = blocksOf(batches);
    expect(blocks.map(({ size }) => size)).toEqual([3, 2]);
    expect(blocksOf(batches.toReversed())).toEqual(blocks);
  });
});
