import type { Readable } from "node:stream";
import { consoleLimits, shownBytesMax, shownRowsMax } from "@hoplog/schema/analysts.js";
import { authenticationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { authorizeOwn } from "../../../kernel/access/authorize.ts";
import type { RequireActor } from "../../../kernel/calls/actor.ts";
import { answer, count } from "../../../kernel/contract/answerPieces.ts";
import { documented } from "../../../kernel/calls/operation.ts";
import { parseInput } from "../../../kernel/contract/parse.ts";
import { claimsOf } from "../../../accounts/identity/authenticate.ts";
import { watchSession } from "../../../accounts/identity/watchSession.ts";
import { csvFile } from "./csvFile.ts";
import { resultColumn, sqlTag } from "./operations.ts";
import { type RunningQuery, startQuery, type ConsoleServices } from "./run.ts";
import { readTable } from "./table.ts";

/** The first rows of a query's result, as many as fit on a page. */
export const sqlResultAnswer = answer({
  data: z.object({
    columns: z.array(resultColumn),
    rows: z
      .array(z.array(z.unknown()))
      .describe("Rows with one value per column; integers too large for JSON are strings"),
    truncated: z.boolean().describe("Whether the query has more rows than were returned"),
    rowsRead: count,
    seconds: z.number().describe("Duration of the query in ClickHouse, in seconds"),
  }),
});

const runBody = z.object({
  query: z
    .string("A query is required")
    .max(limits.sqlTextMax, `Must be at most ${limits.sqlTextMax} characters`)
    .refine((text) => text.trim() !== "", "A query is required"),
  format: z.enum(["table", "csv", "parquet"], "Must be table, csv or parquet").default("table"),
});

const files = {
  csv: "text/csv; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
} as const;

/** Clients that do not read a file for this time are disconnected. */
const stallMs = 30_000;

export function consoleRoutes(app: FastifyInstance, services: ConsoleServices, requireActor: RequireActor): void {
  const callers = new Set<AbortController>();
  app.addHook("preClose", async () => {
    for (const leaving of callers) leaving.abort();
  });

  app.post(
    "/api/sql",
    documented({
      id: "runSql",
      tag: sqlTag,
      summary: "Run an SQL query",
      description:
        "Runs a read-only ClickHouse query on the workspace's own rows. A workspace can run one query at a time. The formats `csv` and `parquet` return a file with all rows, `table` returns rows as JSON up to a limit. Errors of ClickHouse are returned as VALIDATION_ERROR on `query`. The query is cancelled when the client disconnects.",
      needs: ["sql:run"],
      body: runBody,
      example: { query: "SELECT day, sum(clicks) AS clicks FROM daily GROUP BY day ORDER BY day", format: "table" },
      answer: { status: 200, is: sqlResultAnswer, orFiles: Object.values(files) },
      failures: [400, 403],
      takesSeconds: consoleLimits.secondsMax + 30,
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const ownerId = authorizeOwn(actor, "sql:run");
      const { query: text, format } = parseInput(runBody, request.body);
      const claims = await claimsOf(services, request.headers.authorization, actor);
      if (!claims) throw authenticationError("Please log in to continue.");
      await services.limits.sqlRun(actor.userId);
      const leaving = new AbortController();
      callers.add(leaving);
      const unwatch = watchSession(services, claims, () => leaving.abort());
      // The session may have ended in the meantime.
      if (services.revocations.has(claims.credential.id)) leaving.abort();
      watchClient(request, reply, leaving);
      try {
        const running = await startQuery(services, { ownerId, text, format, signal: leaving.signal });
        if (format !== "table") {
          const stream = format === "csv" ? csvFile(running.stream) : running.stream;
          const file = { name: fileName(services.now(), format), type: files[format], stream };
          return await sendFile(reply, running, file, leaving.signal);
        }
        // Releases the place before the response, because the author may run the next query at once.
        const table = await readTable(running.stream, { rows: shownRowsMax, bytes: shownBytesMax }).finally(() =>
          running.end(),
        );
        const { rowsRead, seconds } = running;
        return await reply
          .header("cache-control", "no-store")
          .send({ success: true, data: { ...table, rowsRead, seconds } });
      } finally {
        callers.delete(leaving);
        unwatch();
      }
    },
  );
}

/** Aborts when the client disconnects before the response. */
function watchClient(request: FastifyRequest, reply: FastifyReply, leaving: AbortController): void {
  const look = () => {
    if (!reply.raw.writableFinished) leaving.abort();
  };
  reply.raw.once("close", look);
  if (request.raw.socket.destroyed) look();
}

function fileName(now: Date, format: "csv" | "parquet"): string {
  return `query-${now.toISOString().slice(0, 19).replaceAll(":", "-")}.${format}`;
}

/** Streams the file at the client's pace. Resolves when it is sent, or the client has left or lost access. */
async function sendFile(
  reply: FastifyReply,
  running: RunningQuery,
  { name, type, stream }: { readonly name: string; readonly type: string; readonly stream: Readable },
  signal: AbortSignal,
): Promise<FastifyReply> {
  const leave = () => void stream.destroy();
  signal.addEventListener("abort", leave, { once: true });
  const over = new Promise<void>((resolve) => {
    let stalled: NodeJS.Timeout | undefined;
    const wait = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => stream.destroy(), stallMs);
    };
    wait();
    stream.on("data", wait);
    stream.once("close", () => {
      clearTimeout(stalled);
      resolve();
    });
  });
  stream.pause();
  const sent = reply
    .type(type)
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store")
    .send(stream);
  await over;
  signal.removeEventListener("abort", leave);
  await running.end();
  return sent;
}
