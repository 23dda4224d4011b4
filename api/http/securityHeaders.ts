import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { isApiCall } from "./apiCalls.ts";

/**
 * CORS stays closed: the web app comes from the same origin. Styles may stand inline, since Mantine and Plotly write
 * theirs that way; scripts may not. What the API answers is kept by no cache unless its route says so.
 */
export async function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const { host, protocol } = new URL(publicUrl);
  const secure = protocol === "https:";
  await app.register(helmet, {
    strictTransportSecurity: secure,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'", `${secure ? "wss" : "ws"}://${host}`],
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  });
  await app.register(cors, { origin: false });
  app.addHook("onRequest", async (request, reply) => {
    if (isApiCall(request.url)) reply.header("cache-control", "no-store");
  });
}
