import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { defaultTimeZone, type LinkOptions } from "@hoplog/schema/links/options/options.js";
import type { Rule } from "@hoplog/schema/links/options/rule.js";
import { z } from "zod";
import { select } from "../../clicks/clickhouse/select.ts";
import { everyClickOfLink, type LinkKey } from "../../clicks/questions/source.ts";
import { conditionSql, unavailableIn } from "./conditionSql.ts";

export interface ReplayQuestion {
  readonly link: LinkKey;
  readonly rules: readonly Rule[];
  readonly timeZone: LinkOptions["timeZone"];
  readonly from: Date;
  readonly to: Date;
}

export interface Clicks {
  readonly clicks: number;
  /** Clicks by people. */
  readonly people: number;
}

export interface Replay {
  /** All clicks of the range. */
  readonly total: Clicks;
  /** Clicks that each rule would have been the first to match, in the order of the rules. */
  readonly rules: readonly Clicks[];
  /** Clicks that no rule matches. */
  readonly noRule: Clicks;
  /** Clicks whose first matching rule can't be determined. */
  readonly undetermined: Clicks;
  /** Descriptions of inputs that the rules need and clicks do not record, or only in part. */
  readonly unavailable: readonly string[];
}

const row = z.object({ rule: z.coerce.number(), clicks: z.coerce.number(), people: z.coerce.number() });
const noClicks: Clicks = { clicks: 0, people: 0 };

/** Replays rules over all recorded clicks of a link in the range, without sampling. */
export async function replayRules(clickhouse: ClickHouseClient, question: ReplayQuestion): Promise<Replay> {
  const { link, rules, timeZone = defaultTimeZone, from, to } = question;
  const conditions = rules.map(({ when }, i) => conditionSql(when, timeZone, `rule${i}_`));
  const steps = conditions.map(({ sql }, i) => `isNull(${sql} AS matches${i}), -1, matches${i}, ${i + 1}`);
  const where = everyClickOfLink(link, { from, to });
  const params = Object.assign({}, where.params, ...conditions.map((one) => one.params));
  const rows = await select(
    clickhouse,
    row,
    `SELECT toInt32(${steps.length === 0 ? "0" : `multiIf(${steps.join(", ")}, 0)`}) AS rule,
       count() AS clicks, countIf(NOT is_bot) AS people
     FROM clicks WHERE ${where.sql} GROUP BY rule`,
    params,
  );
  const of = (number: number): Clicks => {
    const { clicks, people } = rows.find(({ rule }) => rule === number) ?? noClicks;
    return { clicks, people };
  };
  return {
    total: rows.reduce(
      (sum, { clicks, people }) => ({ clicks: sum.clicks + clicks, people: sum.people + people }),
      noClicks,
    ),
    rules: rules.map((_, i) => of(i + 1)),
    noRule: of(0),
    undetermined: of(-1),
    unavailable: unavailableIn(rules.map(({ when }) => when)),
  };
}
