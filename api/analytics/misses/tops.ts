import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { isServed } from "@hoplog/schema/domains/state.js";
import { codeProblem, wideCodeProblem } from "@hoplog/schema/codes/rules.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { z } from "zod";
import { readTop, type Top } from "../../clicks/questions/top.ts";
import { domainsByNumber, type OwnDomain } from "../../links/core/domainOfLink.ts";
import type { LinkRow } from "../../links/core/linkRow.ts";
import { linksAt } from "../../links/availability/nearest.ts";
import { countedMisses, type MissQuestion, type MissField } from "./question.ts";
import { type MissReason, missReasonNamed, recordedReason } from "./reasons.ts";
import type { MissServices } from "./watches.ts";

/** A requested code with its miss reason. Unknown hosts and bare hosts have no code. */
export interface MissedCode {
  readonly code: string;
  readonly number: number;
  /** Name of the workspace's domain; null for the default one and unknown hosts. */
  readonly domain: string | null;
  /** Host of the latest request. */
  readonly host: string;
  readonly reason: MissReason;
  readonly visits: number;
  readonly lastAt: Date;
  /** The requested link, or the link that now has the code; null if there is neither. */
  readonly link: LinkRow | null;
  /** Whether a link could be created for the code. */
  readonly canCreate: boolean;
}

const number = z.coerce.number();
const codeRow = z.object({
  code: z.string(),
  domain: number,
  reason: z.string(),
  linkId: z.string(),
  lastHost: z.string(),
  visits: number,
  lastMs: number,
});

/** Maximum codes per list, because each one requires a search for similar links. */
export const codesMax = 20;

/** Returns the most visited codes. */
export async function missedCodes(
  services: MissServices,
  question: MissQuestion,
  limit: number,
): Promise<Top<MissedCode>> {
  const { sql, params } = countedMisses(question);
  const counts = `SELECT code, domain, reason, link_id AS linkId, if(reason = {unknownHost: String}, host, '') AS ofHost,
      argMax(host, at) AS lastHost, count() AS visits, toUnixTimestamp64Milli(max(at)) AS lastMs
    FROM misses_by_owner WHERE ${sql} GROUP BY code, domain, reason, linkId, ofHost`;
  const { rows, distinct } = await readTop(
    services.clickhouse,
    codeRow,
    { sql: counts, params: { ...params, unknownHost: recordedReason("unknownHost") } },
    { limit, order: "visits DESC, lastMs DESC, code, domain, reason, linkId, ofHost" },
  );
  const { ownerId } = question.scope;
  const domains = await domainsByNumber(
    services,
    ownerId,
    rows.map(({ domain }) => domain),
  );
  const linkOf = await linksOf(services, ownerId, rows);
  return {
    distinct,
    rows: rows.map((row) => {
      const domain = domains.get(row.domain);
      const link = linkOf(row);
      const reason = missReasonNamed(row.reason);
      return {
        code: row.code,
        number: row.domain,
        domain: domain?.name ?? null,
        host: row.lastHost,
        reason,
        visits: row.visits,
        lastAt: new Date(row.lastMs),
        link,
        canCreate: reason === "unknown" && link === null && isFree(row, domain),
      };
    }),
  };
}

function isFree({ code, domain: number }: { code: string; domain: number }, domain: OwnDomain | undefined): boolean {
  if (number === defaultDomain) return codeProblem(code) === null;
  return domain !== undefined && isServed(domain.state) && wideCodeProblem(code) === null;
}

type CodeRow = z.output<typeof codeRow>;

/** Returns a function that finds the requested link of a row, or the link that now has its unknown code. */
async function linksOf(services: MissServices, ownerId: string, rows: readonly CodeRow[]) {
  const unknown = Map.groupBy(
    rows.filter(({ reason }) => reason === recordedReason("unknown")),
    ({ domain }) => domain,
  );
  const made = new Map(
    await Promise.all(
      Array.from(unknown, async ([domain, of]) => {
        const codes = of.map(({ code }) => code);
        return [domain, await linksAt(services, ownerId, domain, codes)] as const;
      }),
    ),
  );
  const visited = new Map(
    await Promise.all(rows.map(async ({ linkId }) => [linkId, await services.linkById(linkId)] as const)),
  );
  return ({ linkId, reason, domain, code }: CodeRow): LinkRow | null => {
    if (reason === recordedReason("unknown")) return made.get(domain)?.get(code) ?? null;
    // A link never changes its owner, so a link in scope belongs to the workspace.
    return visited.get(linkId) ?? null;
  };
}

const topRow = z.object({ value: z.string(), visits: number });

/** Values, most visits first. The empty value means unknown, or no referrer; `distinct` does not count it. */
export type MissTop = Top<z.output<typeof topRow>>;

export function topOf(
  clickhouse: ClickHouseClient,
  question: MissQuestion,
  field: MissField,
  limit: number,
): Promise<MissTop> {
  const { sql, params } = countedMisses(question);
  const counts = `SELECT toString(${field}) AS value, count() AS visits FROM misses_by_owner WHERE ${sql} GROUP BY value`;
  const order = "visits DESC, value";
  return readTop(clickhouse, topRow, { sql: counts, params }, { limit, order, distinct: "countIf(value != '')" });
}
