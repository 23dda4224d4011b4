import type { Logger } from "@hoplog/platform/logging/logger.js";
import { UnavailableError } from "@hoplog/schema/errors.js";
import type { FastifyInstance } from "fastify";
import { documentedIn } from "../../kernel/calls/operation.ts";

/** Response timeout of API calls in milliseconds; queries and all pools but the writers' time out earlier. */
export const answerMs = 40_000;

/** Milliseconds without a response after which Postgres is probed. */
const suspectMs = 5000;
/** Timeout of the Postgres probe in milliseconds. */
export const probeMs = 2500;

/**
 * Responds with 503 after `longestMs` or the route's own timeout: a frozen database accepts connections but never
 * responds. If Postgres does not respond at all, the 503 is sent within seconds, except for routes with their own
 * timeout. The work itself continues, and responses that have started are left alone. `isDatabaseAnswering` never
 * rejects.
 */
export function answerInTime(
  app: FastifyInstance,
  logger: Logger,
  longestMs: number,
  isDatabaseAnswering: () => Promise<boolean>,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const seconds = documentedIn(request)?.takesSeconds;
    // Fastify counts a stream as "sent" only once it has ended.
    const isBegun = (): boolean => reply.sent || reply.raw.headersSent;
    const giveUp = (why: string): void => {
      if (isBegun() || request.isGivenUp) return;
      // The response is ready, and only storing it in Postgres delays it.
      if (request.stopStoring) return request.stopStoring();
      request.isGivenUp = true;
      const waited = new Error("the call got a 503, but its work continues");
      logger.error({ err: waited, route: request.routeOptions.url }, why);
      reply.send(new UnavailableError("The call takes too long at the moment. Please try again in a moment.", waited));
    };
    const suspect = setTimeout(() => {
      if (isBegun() || seconds !== undefined) return;
      void isDatabaseAnswering().then(
        (answers) => answers || giveUp("a call is waiting for Postgres, which does not respond"),
      );
    }, suspectMs);
    const timer = setTimeout(
      () => giveUp("a call exceeded its time limit"),
      seconds === undefined ? longestMs : seconds * 1000,
    );
    reply.raw.once("close", () => {
      clearTimeout(suspect);
      clearTimeout(timer);
    });
    done();
  });
}
