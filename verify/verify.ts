import { counted } from "@hoplog/schema/counted.js";
import { explaining, postgresConnectionSettings } from "@hoplog/platform/tls/connectionError.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import pg from "pg";
import { createHolds } from "@hoplog/platform/postgres/clicksHold.js";
import { randomUUID } from "node:crypto";
import { limits } from "@hoplog/schema/limits.js";
import { SignJWT } from "jose";
import { accountIds } from "./account.ts";
import { compareMarks } from "./cuts.ts";
import { createApiClient } from "./apiClient.ts";
import { notCounted } from "./notCounted.ts";
import type { Difference, Report } from "./report.ts";
import { createSnapshots, dropLeftovers } from "./snapshot.ts";
import { verifyAccount } from "./verifyAccount.ts";
import { type ProjectionCheck, verifyProjections } from "./verifyProjections.ts";

export interface Verification extends Omit<ProjectionCheck, "snapshots"> {
  /** The client's request timeout must allow queries that take minutes. */
  readonly clickhouse: ClickHouseClient;
  readonly databaseUrl: string;
  readonly apiUrl: string;
  readonly tokenSecret: string;
  /** Id or e-mail address; null for all accounts. */
  readonly account: string | null;
  /** Number of links per account whose own pages are compared. */
  readonly linksInDepth: number;
  /** Number of reads after which a response that still differs is reported. */
  readonly maxAttempts: number;
  readonly holdMs: number;
  /** The redirector's spool folder; null if it is on another machine. */
  readonly spool: string | null;
}

const maxListed = 200;

/** Calls per minute: half of the api's limit per account, because its owner may be using the api. */
const callsAMinute = 600;

/**
 * Compares the projections, and figures that the api returns, with the raw clicks, while everything runs. Throws
 * AlreadyRunningError if another verification is running, NoSuchAccount if the account does not exist, and an Error if
 * a service can't be reached.
 */
export async function verify(verification: Verification): Promise<Report> {
  const { clickhouse, databaseUrl, onProgress } = verification;
  const snapshots = createSnapshots(clickhouse);
  const startedAt = performance.now();
  const database = new pg.Client({ connectionString: databaseUrl, application_name: "hoplog verify", keepAlive: true });
  await explaining(postgresConnectionSettings, () => database.connect());
  try {
    await requireExclusive(database);
    await dropLeftovers(clickhouse);
    const accounts = await accountIds(database, verification.account);
    const ownerId = verification.account === null ? null : (accounts[0] ?? null);
    const holds = createHolds(database, ownerId);
    const found: Difference[] = [];
    let [figures, links, inDepth, unlisted] = [0, 0, 0, 0];

    onProgress(`projections of ${ownerId === null ? "all accounts" : "one account"}`);
    const projections = await verifyProjections({ ...verification, snapshots }, holds, ownerId);
    figures += projections.figures;
    unlisted += projections.unlisted;
    found.push(...projections.differences);
    const notInFigures = await notCounted(clickhouse, database, verification.spool);
    const marks = await compareMarks(clickhouse, database, ownerId);
    figures += marks.figures;
    found.push(...marks.differences);

    const client = createApiClient(verification.apiUrl);
    for (const [i, id] of accounts.entries()) {
      const result = await verifyAccount(
        {
          snapshots,
          database,
          holds,
          api: async () => client.as(await accessToken(verification.tokenSecret, id)),
          holdMs: verification.holdMs,
          recheckDelayMs: verification.recheckDelayMs,
          maxCallsPerMinute: () => (client.isLimited() ? callsAMinute : null),
          linksInDepth: verification.linksInDepth,
          maxAttempts: verification.maxAttempts,
        },
        id,
      );
      figures += result.figures;
      links += result.links;
      inDepth += result.linksInDepth;
      found.push(...result.differences);
      onProgress(
        `account ${i + 1} of ${accounts.length}: ${counted(result.links, "link")}, ${counted(result.figures, "figure")}`,
      );
    }
    return {
      accounts: accounts.length,
      links,
      linksInDepth: inDepth,
      clicks: projections.clicks,
      figures,
      calls: client.calls(),
      holds: holds.count(),
      longestHoldMs: holds.longestMs(),
      tookMs: performance.now() - startedAt,
      differences: found.slice(0, maxListed),
      unlisted: unlisted + Math.max(0, found.length - maxListed),
      notCounted: notInFigures,
    };
  } finally {
    // The copies are dropped while the lock is held, because another run would delete them as leftovers.
    await snapshots.drop().finally(() => database.end());
  }
}

export class AlreadyRunningError extends Error {
  override readonly name = "AlreadyRunningError";
  constructor() {
    super("Another verification is running. Wait until it has ended.");
  }
}

async function requireExclusive(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ taken: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended('hoplog verify', 0)) AS taken",
  );
  if (!rows[0]?.taken) throw new AlreadyRunningError();
}

/** Signs an access token like the api's at sign-in, with a session that does not exist. */
async function accessToken(secret: string, userId: string): Promise<string> {
  const issuedAt = Math.floor(Date.now() / 1000);
  return new SignJWT({ sid: randomUUID() })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(userId)
    .setAudience("hoplog")
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + limits.accessTokenSeconds)
    .sign(new TextEncoder().encode(secret));
}
