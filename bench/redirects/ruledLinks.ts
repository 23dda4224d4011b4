import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import { encodePlan } from "@hoplog/schema/links/options/plan.js";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import type { LinksLog } from "../measure/linksLog.ts";
import { codeOf } from "../measure/zipf.ts";

/** Code prefix of links with rules; the rest is the code of a plain link. */
export const ruledPrefix = "r-";

/**
 * Returns options with five rules on place, device, language, parameter and hour. The visitors of the load match none
 * of the rules, or only the last one.
 */
export function fiveRules(n: number): LinkOptions {
  const rule = (number: number, when: NonNullable<LinkOptions["rules"]>[number]["when"]) => ({
    number,
    name: `rule ${number}`,
    when,
    then: { url: `https://example.com/rule/${number}/${n}` },
  });
  return {
    rules: [
      rule(1, { field: "country", op: "in", values: ["AT", "DE", "CH"] }),
      rule(2, {
        all: [
          { field: "device", op: "in", values: ["mobile"] },
          { field: "os", op: "in", values: ["iOS"] },
        ],
      }),
      rule(3, { field: "language", op: "in", values: ["fr", "it-CH"] }),
      rule(4, { field: "query", op: "in", name: "src", values: ["mail"] }),
      rule(5, { field: "hour", op: "in", values: Array.from({ length: 12 }, (_, i) => String(2 * i)) }),
    ],
  };
}

/** Adds links with five rules, each with its own plan. */
export async function addRuledLinks(log: Pick<LinksLog, "databaseUrl">, links: number): Promise<void> {
  const events = await openEventLog({ databaseUrl: log.databaseUrl, logger: createLogger("bench", "error") });
  const records = Array.from({ length: links }, (_, i) => {
    const n = i + 1;
    const id = (prefix: string): string => `01900000-0000-7000-${prefix}-${n.toString(16).padStart(12, "0")}`;
    const plan = encodePlan(fiveRules(n)) ?? new Uint8Array();
    const url = `https://example.com/page/${n}`;
    const ids = { linkId: id("a000"), ownerId: id("9000") };
    return {
      key: ruledPrefix + codeOf(n),
      value: encodeLinkRecord({ ...ids, revision: 1, state: "planned", domain: 0, url, plan }),
    };
  });
  for (let at = 0; at < records.length; at += 1000) await events.append(linksV2, records.slice(at, at + 1000));
  await events.close();
}
