import type { Logger } from "@hoplog/platform/logging/logger.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import type { FastifyInstance } from "fastify";
import { documentedIn } from "../../kernel/calls/operation.ts";

/** Milliseconds for what waits for a database; a query or a connection of any pool but the writers' has given up by then. */
export const answerMs = 40_000;

/** After so many milliseconds without an answer, Postgres is asked whether it answers at all. */
const suspectMs = 5000;
/** How long that may take, in milliseconds. */
export const probeMs = 2500;

/**
 * Answers with 503 what has no answer after `longestMs`, or what its route says: a database that is frozen takes connections and says
 * nothing. Where Postgres does not answer at all, that is said within seconds. The work itself goes on. What is being sent already is
 * left alone. `isDatabaseAnswering` never rejects.
 */
export function answerInTime(
  app: FastifyInstance,
  logger: Logger,
  longestMs: number,
  isDatabaseAnswering: () => Promise<boolean>,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const seconds = documentedIn(request)?.takesSeconds;
    // A stream is "sent" only once it has ended.
    const isBegun = (): boolean => reply.sent || reply.raw.headersSent;
    const giveUp = (why: string): void => {
      if (isBegun() || request.isGivenUp) return;
      // The call has its answer, and only Postgres keeps it back.
      if (request.stopStoring) return request.stopStoring();
      request.isGivenUp = true;
      const waited = new Error("the call's work goes on");
      logger.error({ err: waited, route: request.routeOptions.url }, why);
      reply.send(new UnavailableError("This takes too long just now. Please try again in a moment.", waited));
    };
    const suspect = setTimeout(() => {
      if (isBegun() || seconds !== undefined) return;
      void isDatabaseAnswering().then(
        (answers) => answers || giveUp("a call waits for a Postgres that does not answer"),
      );
    }, suspectMs);
    const timer = setTimeout(
      () => giveUp("a call had no answer in time"),
      seconds === undefined ? longestMs : seconds * 1000,
    );
    reply.raw.once("close", () => {
      clearTimeout(suspect);
      clearTimeout(timer);
    });
    done();
  });
}
