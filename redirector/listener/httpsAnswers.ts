import type { AnswerResult } from "../control/messages.ts";
import type { HttpsLocation } from "../server/httpsLocation.ts";
import type { Answers } from "./answers.ts";
import { answered, other } from "./plainRequests.ts";
import type { PlainRequests } from "./connection.ts";

/**
 * Leaves requests of trusted proxies to the HTTP server, redirects others to https if `httpsLocation` has a URL for
 * them, and passes the rest to `plain`. Redirects to https are not recorded.
 */
export function answerByHttps(
  plain: PlainRequests,
  answers: Answers,
  httpsLocation: HttpsLocation,
  onAnswer: (result: AnswerResult) => void,
): PlainRequests {
  return {
    answer(connection, bytes, head, at) {
      // X-Forwarded-Proto of trusted proxies is read only by the HTTP server.
      if (connection.isProxy) return other;
      const host = bytes.toString("latin1", head.hostStart, head.hostEnd);
      const location = httpsLocation(host, bytes.toString("latin1", head.pathStart, head.queryEnd));
      if (location === null) return plain.answer(connection, bytes, head, at);
      answers.redirectTo(connection, bytes, head, { status: 308, location, cookie: null });
      onAnswer("https");
      return answered;
    },
    answerLookup: plain.answerLookup,
  };
}
