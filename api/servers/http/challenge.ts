import type { FastifyInstance } from "fastify";
import { bearerToken } from "../../accounts/identity/authenticate.ts";
import { isApiCall } from "../../kernel/calls/apiCalls.ts";

/**
 * Adds `WWW-Authenticate` to each 401 of the API, over REST and GraphQL: `Bearer` as RFC 6750 has it, with the error where a
 * token was sent that is not valid.
 */
export function challengeForTokens(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (reply.statusCode === 401 && isApiCall(request.url)) {
      const hasToken = bearerToken(request.headers.authorization) !== undefined;
      reply.header("www-authenticate", `Bearer realm="hoplog"${hasToken ? `, error="invalid_token"` : ""}`);
    }
    return payload;
  });
}
