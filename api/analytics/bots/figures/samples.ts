import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { select } from "../../../clicks/clickhouse/select.ts";
import { type Click, clickColumns, clickOf, clickRow } from "../../link/clickLog.ts";
import { classifiedClicks, type VerdictQuestion } from "./question.ts";

/** A click with its link and stored inputs of its classification. */
export interface ClassifiedClick extends Click {
  readonly linkId: string;
  /** The raw header; empty if there was none or it was deleted. */
  readonly userAgent: string;
  /** Autonomous system number; 0 if unknown. */
  readonly network: string;
  /** Version of the rules that classified the click; 0 if not recorded. */
  readonly rulesVersion: number;
}

/** Maximum samples per call. */
export const samplesMax = 100;

const number = z.coerce.number();
const judgedRow = clickRow
  .extend({ linkId: z.guid(), userAgent: z.string(), network: z.string(), rulesVersion: number })
  .transform(({ linkId, userAgent, network, rulesVersion, ...click }) => ({
    ...clickOf(click),
    linkId,
    userAgent,
    network,
    rulesVersion,
  }));

/** Returns the newest classified clicks, newest first. */
export async function samplesOf(
  clickhouse: ClickHouseClient,
  question: VerdictQuestion,
  limit: number,
): Promise<ClassifiedClick[]> {
  const { sql, params } = classifiedClicks(question);
  return select(
    clickhouse,
    judgedRow,
    `SELECT ${clickColumns}, link_id AS linkId, user_agent AS userAgent, toString(asn) AS network, bot_rules AS rulesVersion
     FROM clicks WHERE ${sql} ORDER BY at DESC, click_id DESC LIMIT {limit: UInt32}`,
    { ...params, limit },
  );
}
