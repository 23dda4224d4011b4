import type { Logger } from "@hoplog/platform/logging/logger.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import type { FastifyInstance } from "fastify";
import { documentedIn } from "../calls/operation.ts";

/** Milliseconds for what waits for a database; a query or a connection of any pool but the writers' has given up by then. */
export const answerMs = 40_000;

/**
 * Answers with 503 what has no answer after `longestMs`, or what its route says: a database that is frozen takes connections and says
 * nothing. The work itself goes on. What is being sent already is left alone.
 */
export function answerInTime(app: FastifyInstance, logger: Logger, longestMs: number): void {
  app.addHook("onRequest", (request, reply, done) => {
    const seconds = documentedIn(request)?.takesSeconds;
    const timer = setTimeout(
      () => {
        // A stream is "sent" only once it has ended.
        if (reply.sent || reply.raw.headersSent) return;
        const waited = new Error("the call's work goes on");
        logger.error({ err: waited, route: request.routeOptions.url }, "a call had no answer in time");
        reply.send(new UnavailableError("This takes too long just now. Please try again in a moment.", waited));
      },
      seconds === undefined ? longestMs : seconds * 1000,
    );
    reply.raw.once("close", () => clearTimeout(timer));
    done();
  });
}
