import { expect, it } from "vitest";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { withoutLinks } from "../erasure/erasure.ts";
import { insertBlock } from "../pipeline/insertBlock.ts";
import { blockOf, testBatch, testClick, testLink } from "../testing/clicks.ts";
import { openWriting } from "../testing/writing.ts";
import { columnsOf, createEnrichment } from "./columns.ts";
import { openLocator } from "@hoplog/platform/visitor/locator.js";
import { noRules } from "../rules/rules.ts";
import { createSaltStore } from "../visitors/salts.ts";
import { daysOf } from "../visitors/visitors.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const nobody = "00000000-0000-0000-0000-000000000000";

it("requests are written as the redirector counted them, by link, domain and quarter, of erased links as the account's", async () => {
  const { client, pool, rows } = await openWriting();
  const account = testLink();
  const [link, gone, foreign] = [account, testLink(account.ownerId), testLink()];
  const miss = { at: noon, code: "nope", path: "/nope", reason: "unknown" } as const;
  const first = testBatch(
    [
      testClick(link, { at: noon }),
      testClick(link, { at: noon + 900_000, revision: 2 }),
      testClick(gone, { at: noon }),
    ],
    [miss, { ...miss, domain: 7 }, { ...miss, linkId: link.linkId, ownerId: link.ownerId, domain: 7 }],
  );
  const second = decodeClickBatch(
    encodeClickBatch(Buffer.alloc(16, 1), [
      testClick(link, { at: noon + 1, revision: 2 }),
      testClick(foreign, { at: noon }),
    ]),
  );
  const whole = blockOf(first, second);
  const numberOf = ({ linkId }: { readonly linkId: Buffer }) =>
    whole.links.findIndex((one) => linkId.equals(one.linkId));
  const block = withoutLinks(whole, {
    links: new Set([numberOf(gone)]),
    accounts: new Set([numberOf(foreign)]),
  });
  const salts = await createSaltStore(pool).of(daysOf(block));
  const columns = columnsOf(block, createEnrichment(openLocator()), salts, noRules).request_quarter;
  for (let time = 0; time < 2; time++) await insertBlock(client, "request_quarter", columns, "one");
  expect(
    await rows(`SELECT owner_id, link_id, domain, toUnixTimestamp(quarter) * 1000 AS ms, sum(clicks), sum(misses), sum(dropped), sum(erased)
      FROM request_quarter GROUP BY ALL ORDER BY owner_id, link_id = '${nobody}', domain, ms`),
  ).toEqual([
    [nobody, nobody, 0, noon, 0, 1, 0, 0],
    [nobody, nobody, 7, noon, 0, 1, 0, 0],
    [link.ownerText, link.linkText, 0, noon, 2, 0, 0, 0],
    [link.ownerText, link.linkText, 0, noon + 900_000, 1, 0, 0, 0],
    [link.ownerText, link.linkText, 7, noon, 0, 1, 0, 0],
    [link.ownerText, nobody, 0, noon, 1, 0, 0, 1],
  ]);
});
