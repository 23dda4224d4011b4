import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { compileRules } from "@hoplog/platform/visitor/workspaceRules.js";
import { noWorkspaceRules, type OwnVerdict } from "@hoplog/schema/bots/workspaceRules.js";
import { validationError } from "@hoplog/schema/errors.js";
import { z } from "zod";
import { authorizeOwn, type Member } from "../../../kernel/access/authorize.ts";
import type { ClickQuestion } from "../../../clicks/questions/question.ts";
import { clicksSource } from "../../../clicks/questions/source.ts";
import { type ClickHouse, select } from "../../../clicks/clickhouse/select.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import { clickClass, createClassifier } from "../rejudging/classifier.ts";
import { classifiable } from "../rejudging/work.ts";
import { readRules } from "./commands.ts";
import { parseRules } from "./parse.ts";

/** Numbers of clicks that would be reclassified. */
export interface Change {
  readonly toBots: number;
  readonly toPeople: number;
  /** Bot clicks that would get another reason. */
  readonly otherReasons: number;
}

/** Effect of rules on clicks with stored user agents. */
export interface Trial extends Change {
  /** Clicks that can be reclassified. */
  readonly classified: number;
  /** Changes by day of the time zone and link, the most changes first; at most 50 rows. */
  readonly rows: readonly (Change & { readonly day: string; readonly linkId: string })[];
}

type OwnQuestion = Omit<ClickQuestion, "bots">;
export type TrialQuestion = Omit<OwnQuestion, "ownerId">;

/** Maximum kinds of visitors; clicks of one kind have the same classification inputs. */
const kindsMax = 100_000;
const changedMax = 10_000;
const rowsMax = 50;

const number = z.coerce.number();
/** The key identifies the kind in the second query. */
const kindRow = clickClass.extend({ key: z.string().regex(/^\d+$/), clicks: number });
const changeRow = z.object({
  day: z.string(),
  linkId: z.string(),
  toBots: number,
  toPeople: number,
  otherReasons: number,
});
const keySql = "sipHash64(user_agent, asn, referrer, flags, bot_reason)";

/**
 * Tries the workspace's or `proposed` verdicts on past clicks, with the current built-in rules, without changing
 * anything. Throws AUTHORIZATION_ERROR, VALIDATION_ERROR for invalid verdicts, and on `range` for too many different
 * visitors.
 */
export async function tryRules(
  services: ClickHouse & Reads,
  member: Member,
  question: TrialQuestion,
  proposed: readonly OwnVerdict[] | null,
): Promise<Trial> {
  const ownerId = authorizeOwn(member, "bots:read");
  const { verdicts } = proposed
    ? parseRules({ ...noWorkspaceRules, verdicts: proposed })
    : await readRules(services, member);
  const kinds = await kindsOf(services.clickhouse, { ...question, ownerId });
  const classify = createClassifier(new Map([[ownerId, compileRules({ ...noWorkspaceRules, verdicts })]]));
  const changed = kinds.flatMap((kind) => {
    const becomes = classify({ ...kind, owner_id: ownerId });
    if (becomes === kind.was) return [];
    return [{ ...kind, how: becomes === "" ? "toPeople" : kind.was === "" ? "toBots" : "otherReasons" } as const];
  });
  const sum = (how: keyof Change) => changed.reduce((of, one) => of + (one.how === how ? one.clicks : 0), 0);
  if (changed.length > changedMax) throw tooMany();
  return {
    classified: kinds.reduce((of, { clicks }) => of + clicks, 0),
    toBots: sum("toBots"),
    toPeople: sum("toPeople"),
    otherReasons: sum("otherReasons"),
    rows: changed.length === 0 ? [] : await rowsOf(services.clickhouse, { ...question, ownerId }, changed),
  };
}

function tooMany() {
  return validationError([
    { field: "range", message: "The range contains too many different visitors. Choose a shorter range." },
  ]);
}

async function kindsOf(clickhouse: ClickHouseClient, question: OwnQuestion) {
  const { sql, params } = clicksSource(question);
  const kinds = await select(
    clickhouse,
    kindRow,
    `SELECT toString(owner_id) AS owner_id, toString(user_agent) AS user_agent, asn, toString(referrer) AS referrer, flags,
       toString(bot_reason) AS was, toString(any(key_number)) AS key, count() AS clicks
     FROM (SELECT *, ${keySql} AS key_number FROM clicks WHERE ${sql} AND ${classifiable})
     GROUP BY owner_id, user_agent, asn, referrer, flags, was LIMIT ${kindsMax + 1}`,
    params,
  );
  if (kinds.length > kindsMax) throw tooMany();
  return kinds;
}

interface Changed {
  readonly key: string;
  readonly how: keyof Change;
}

function rowsOf(clickhouse: ClickHouseClient, question: OwnQuestion, changed: readonly Changed[]) {
  const { sql, params } = clicksSource(question);
  const counted = (how: keyof Change) => {
    const keys = changed.filter((one) => one.how === how).map(({ key }) => key);
    return keys.length === 0 ? "0" : `countIf(key IN (${keys.join(", ")}))`;
  };
  // The keys were computed by ClickHouse and are safe in SQL; they are too many for parameters.
  return select(
    clickhouse,
    changeRow,
    `SELECT day, linkId, ${counted("toBots")} AS toBots, ${counted("toPeople")} AS toPeople, ${counted("otherReasons")} AS otherReasons
     FROM (SELECT toString(toDate(at, {tz: String})) AS day, toString(link_id) AS linkId, ${keySql} AS key
       FROM clicks WHERE ${sql} AND ${classifiable})
     GROUP BY day, linkId HAVING toBots + toPeople + otherReasons > 0
     ORDER BY toBots + toPeople + otherReasons DESC, day, linkId LIMIT ${rowsMax}`,
    { ...params, tz: question.tz },
  );
}
