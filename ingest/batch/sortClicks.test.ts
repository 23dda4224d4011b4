import { uuidText } from "@hoplog/schema/uuid.js";
import { expect, it } from "vitest";
import { blockOf, testClick, testLink } from "../testing/clicks.ts";
import { openWriting } from "../testing/writing.ts";
import { sortClicks } from "./sortClicks.ts";

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

it("sorts the clicks of several batches as ClickHouse does", async () => {
  const { batchOf, writeBlock, rows } = await openWriting();
  const owner = testLink();
  const links = [owner, testLink(owner.ownerId), testLink(owner.ownerId), testLink(), testLink()];
  // Includes equal times, times far apart, and one link in two revisions.
  const offsets = [0, 1, 1, 255, 256, 70_000, 1, 20_000_000, 0, 5];
  const batches = Array.from({ length: 6 }, (_, number) =>
    batchOf(
      Array.from({ length: 60 }, (__, i) =>
        testClick(links[(i * 7 + number) % links.length] ?? owner, {
          at: noon + (offsets[(i * 3 + number) % offsets.length] ?? 0),
          revision: i % 2,
        }),
      ),
    ),
  );
  const block = blockOf(...batches);
  const { ids, size } = sortClicks(block);
  const sorted = Array.from({ length: size }, (_, i) => [uuidText(ids.subarray(i * 16, i * 16 + 16))]);
  await writeBlock(block, "sorted");
  expect(sorted).toHaveLength(360);
  expect(await rows("SELECT click_id FROM clicks ORDER BY owner_id, link_id, at, click_id")).toEqual(sorted);
});
