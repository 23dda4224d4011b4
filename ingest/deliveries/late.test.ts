import { randomBytes } from "node:crypto";
import { decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import { describe, expect, it } from "vitest";
import { testClick, testLink } from "../testing/clicks.ts";
import { openWriting } from "../testing/writing.ts";
import { isLate, notCounted } from "./late.ts";

const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

describe("a batch that comes late", () => {
  const recorded = (batch: ReturnType<typeof decodeClickBatch>, recordedAt: number) => ({
    id: uuidText(batch.id),
    batch,
    recordedAt,
  });

  it("is found when it has been written, and only then", async () => {
    const { batchOf, write, client } = await openWriting();
    const link = testLink();
    const [written, other] = [batchOf([testClick(link, { at: noon })]), batchOf([testClick(link, { at: noon })])];
    await write(written);
    const late = [written, other].map((batch) => recorded(batch, noon + 3_600_000));
    expect((await notCounted(client, late, noon)).map(({ batch }) => batch.id)).toEqual([other.id]);
  });

  it("is found by its clicks, whatever became of its misses", async () => {
    const { client, write } = await openWriting();
    const both = decodeClickBatch(
      encodeClickBatch(
        randomBytes(16),
        [testClick(testLink(), { at: noon })],
        [{ at: noon, code: "x", reason: "unknown" }],
      ),
    );
    await write(both);
    expect(await notCounted(client, [recorded(both, noon + 3_600_000)], noon)).toEqual([]);
  });

  it("is one whose clicks are half an hour old, or were when the log took it", async () => {
    const batch = decodeClickBatch(encodeClickBatch(randomBytes(16), [testClick(testLink(), { at: noon })]));
    const late = (recordedAt: number, now: number) => isLate(recorded(batch, recordedAt), now);
    const minutes = (count: number) => noon + count * 60_000;
    expect(late(minutes(29), minutes(29))).toBe(false);
    expect(late(minutes(31), minutes(29))).toBe(true);
    expect(late(minutes(1), minutes(31))).toBe(true);
    expect(late(minutes(2), minutes(3))).toBe(false);
  });
});
