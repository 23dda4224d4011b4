import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { isUnavailable } from "@hoplog/platform/clickhouse/unavailable.js";
import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import { consoleAccountHeader, consoleUsers, shownRowsMax } from "@hoplog/schema/analysts.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import { z } from "zod";
import type { Clock, Ids, Logs } from "../../../kernel/calls/capabilities.ts";
import type { Reads } from "../../../kernel/database/reads.ts";
import { type Ending, killOnce, releaseWhenEnded } from "./ending.ts";
import { cancelledText, failureOf, isOverWith, isPlaceBusy, ofQuery } from "./failures.ts";
import type { ConsoleMetrics } from "./metrics.ts";
import { releasePlace, type Place, renewMs, renewPlace, takePlace } from "./places.ts";
import { csvSettings, csvSource } from "./csvFile.ts";
import { tableFormat } from "./table.ts";
import type { ClickHouse } from "../../../clicks/clickhouse/select.ts";
import type { TokenServices } from "../../../accounts/identity/authenticate.ts";
import type { WatchedSessions } from "../../../accounts/identity/watchSession.ts";
import type { LimitsOf } from "../../../kernel/limits/limits.ts";
import type { SavedTextServices } from "../../../links/views/savedTexts.ts";

/** Configuration of the console's ClickHouse users. */
export interface Console extends Ending {
  readonly client: ClickHouseClient;
  readonly password: string;
  /** Database of the views. */
  readonly database: string;
}

export type RunServices = Reads &
  Clock &
  Ids &
  Logs & { readonly sqlConsole: Console | null; readonly consoleMetrics: ConsoleMetrics };

export const formats = { table: tableFormat, csv: csvSource, parquet: "Parquet" } as const;
export type Format = keyof typeof formats;

export interface Question {
  readonly ownerId: string;
  /** The query text. The API does not inspect it: ClickHouse enforces the author's permissions. */
  readonly text: string;
  readonly format: Format;
  /** A signal that is aborted when the author disconnects or loses access. */
  readonly signal: AbortSignal;
}

export interface RunningQuery {
  /** The result, which starts after the query has ended. */
  readonly stream: Readable;
  readonly rowsRead: number;
  readonly seconds: number;
  /** Must be called when reading stops for any reason: ends the query and releases its place. */
  end(): Promise<void>;
}

/**
 * Runs a query as one of the console's users, who sees only this workspace's rows. Throws VALIDATION_ERROR on `query`
 * with ClickHouse's message, RATE_LIMIT_ERROR, UnavailableError.
 */
export async function startQuery(services: RunServices, question: Question): Promise<RunningQuery> {
  const { sqlConsole, consoleMetrics, now } = services;
  if (!sqlConsole) throw notSetUp();
  const place = await takePlace(services, question.ownerId, services.newId(), consoleUsers.length).catch(
    (error: unknown) => {
      consoleMetrics.queries.inc({ outcome: "busy" });
      throw error;
    },
  );
  const lost = new AbortController();
  const signal = AbortSignal.any([question.signal, lost.signal]);
  const renewing = setInterval(() => {
    // If PostgreSQL is unavailable for a moment, the place is not lost.
    renewPlace(services, place).then(
      (goesOn) => goesOn || lost.abort(),
      (error: unknown) => services.logger.warn({ err: error }, "cannot renew the slot of a query"),
    );
  }, renewMs);
  consoleMetrics.running.inc();
  let ended: Promise<void> | undefined;
  const end = (isOver: boolean) =>
    (ended ??= (async () => {
      clearInterval(renewing);
      consoleMetrics.running.dec();
      if (isOver) return releasePlace(services, place);
      const ending = { ...services, ending: sqlConsole };
      await killOnce(ending, place);
      await releaseWhenEnded(ending, place);
    })());
  try {
    const answer = await askInTurn(sqlConsole, place, question, signal);
    consoleMetrics.queries.inc({ outcome: "answered" });
    return {
      ...answer,
      async end() {
        const wasRead = answer.stream.readableEnded;
        answer.stream.destroy();
        await end(wasRead);
      },
    };
  } catch (error) {
    await end(isOverWith(error));
    if (signal.aborted) {
      consoleMetrics.queries.inc({ outcome: "cancelled" });
      throw ofQuery(cancelledText);
    }
    const failure = failureOf(error, now());
    consoleMetrics.queries.inc({ outcome: failure.outcome });
    if (failure.outcome === "broken") services.logger.warn({ err: error }, "a query of the SQL console failed");
    throw failure.error ?? error;
  }
}

const turnMs = 50;
const turns = 20;

/**
 * Retries while ClickHouse is still ending the place's previous query, and once if the server has just crashed, which
 * another account's query may have caused.
 */
async function askInTurn(...asked: Parameters<typeof ask>): ReturnType<typeof ask> {
  let wasCut = false;
  for (let turn = 1; ; turn++) {
    try {
      return await ask(...asked);
    } catch (error) {
      const isCut: boolean = isUnavailable(error) && !wasCut;
      if ((!isCut && !isPlaceBusy(error)) || turn === turns) throw error;
      wasCut ||= isCut;
      await delay(isCut ? backAfterMs : turnMs, undefined, { signal: asked[3] });
    }
  }
}

/** Time for a server to restart. */
const backAfterMs = 3000;

const summary = z.object({ read_rows: z.coerce.number(), elapsed_ns: z.coerce.number() }).partial();

async function ask({ client, password }: Console, { place, queryId }: Place, question: Question, signal: AbortSignal) {
  const { text, format, ownerId } = question;
  const wanted = formats[format];
  const answer = await client.exec({
    query: text,
    query_id: queryId,
    auth: { username: consoleUsers[place - 1] ?? "", password },
    // Sets the account whose rows are visible and whose hourly quota applies. A query cannot set headers.
    http_headers: { [consoleAccountHeader]: ownerId, "X-ClickHouse-Quota": ownerId },
    abort_signal: signal,
    clickhouse_settings: {
      default_format: wanted,
      // Buffers the result in ClickHouse, so that failures have an HTTP status and a slow reader does not prolong the
      // query.
      wait_end_of_query: 1,
      ...(format === "csv" && csvSettings),
      ...(format === "table" && {
        max_result_rows: String(shownRowsMax + 1),
        result_overflow_mode: "break",
        output_format_json_quote_64bit_integers: 1,
      }),
    },
  });
  const given = answer.response_headers["x-clickhouse-format"];
  // Statements without a result have no format.
  if (given !== undefined && given !== wanted) {
    answer.stream.destroy();
    throw ofQuery("Remove FORMAT from the query: the parameter `format` sets the format of the result");
  }
  const { read_rows: rowsRead = 0, elapsed_ns: nanoseconds = 0 } = summary.parse(answer.summary ?? {});
  return { stream: answer.stream, rowsRead, seconds: nanoseconds / 1e9 };
}

export function notSetUp(): UnavailableError {
  return new UnavailableError("The SQL console is not set up on this installation.");
}

/** Services of this feature for its own routes. */
export interface ConsoleOffer {
  /** The console's settings; null without a console. */
  readonly sqlConsole: Console | null;
  readonly consoleMetrics: ConsoleMetrics;
}

/** External dependencies of the SQL console. */
export type ConsoleServices = ConsoleOffer &
  RunServices &
  ClickHouse &
  SavedTextServices &
  TokenServices &
  LimitsOf<"sqlRun"> & { readonly revocations: WatchedSessions["revocations"] };
