import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { clickHouseToMigrate } from "../testing/clickHouseToMigrate.ts";
import { damagedParts } from "./damagedParts.ts";

it("a part that was damaged on the disk is counted, one that somebody has detached is not", async () => {
  const { client, rows } = await clickHouseToMigrate();
  const run = (query: string) => client.command({ query });
  for (const table of ["harmed", "whole"]) {
    await run(`CREATE TABLE ${table} (x UInt64) ENGINE = MergeTree ORDER BY x`);
    await run(`INSERT INTO ${table} VALUES (1)`);
  }
  await run("ALTER TABLE whole DETACH PARTITION tuple()");
  expect(await damagedParts(client)).toEqual([]);
  const [[folder]] = z
    .tuple([z.tuple([z.string()])])
    .parse(await rows("SELECT path FROM system.parts WHERE database = currentDatabase() AND table = 'harmed'"));
  await run("DETACH TABLE harmed SYNC");
  writeFileSync(join(folder, "checksums.txt"), "damaged");
  await run("ATTACH TABLE harmed");
  await expect.poll(() => damagedParts(client)).toEqual([{ table: "harmed", parts: 1 }]);
});
