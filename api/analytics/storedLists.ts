import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { z } from "zod";
import { oneThread, select } from "../clickhouse/select.ts";
import { quartersInRange } from "../counts/quartersInRange.ts";
import { isOfQuarters } from "../stats/quarters.ts";
import { splitDays, type SplitDays, storedDaysIn } from "../stats/storedDays.ts";
import { accountListVersion } from "../stats/topLists/accountListVersion.ts";
import type { AnalyticsQuestion } from "./question.ts";

const number = z.coerce.number();
const dayRow = z.object({ day: z.string(), people: number, bots: number });
const storedRow = dayRow.extend({ run: number });

/** Which days of a question are stored as lists. None of a question with filters, or of a range that cuts quarters of an hour. */
export async function storedListDays(clickhouse: ClickHouseClient, question: AnalyticsQuestion): Promise<SplitDays> {
  const { ownerId, range, filters } = question;
  if (filters.length > 0 || !isOfQuarters(range)) return { stored: [], missing: [] };
  const quarters = quartersInRange(range);
  const days = storedDaysIn(range);
  const [stored, clicked] = await Promise.all([
    select(
      clickhouse,
      storedRow,
      `SELECT toString(v.day) AS day, run, people, bots FROM owner_day_value AS v
       WHERE owner_id = {owner: UUID} AND field = '' AND value = {version: String} AND ${days.sql}`,
      { owner: ownerId, version: accountListVersion, ...days.params },
      oneThread,
    ),
    select(
      clickhouse,
      dayRow,
      `SELECT toString(toDate(quarter)) AS day, sum(q.people) AS people, sum(q.bots) AS bots
       FROM owner_quarter AS q WHERE owner_id = {owner: UUID} AND ${quarters.sql} GROUP BY day HAVING people + bots > 0`,
      { owner: ownerId, ...quarters.params },
      oneThread,
    ),
  ]);
  return splitDays(clicked, stored);
}
