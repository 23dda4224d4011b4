import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { createRedirectServer } from "./server.ts";
import { refuse } from "./visit.ts";

it("reports visitors who were answered with 503, and no health checks", async () => {
  const reported: string[] = [];
  let ids = 0;
  const server = createRedirectServer({
    handleRedirect: ({ response }) => refuse(response, 503),
    handlePost: ({ response }) => refuse(response, 503),
    isHealthy: () => Promise.resolve(false),
    isTrusted: () => false,
    newRequestId: () => `request-${++ids}`,
    onUnavailable: (id) => reported.push(id),
    keepAliveSeconds: 1,
    app: null,
    httpsLocation: null,
    tlsHeaders: {},
    onAnswer: () => {},
  });
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const at = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get("x-request-id");
  for (const path of ["/docs", "/healthz", "/other"]) expect(await at(path)).toMatch(/^request-/);
  await expect.poll(() => reported).toEqual(["request-1", "request-3"]);
});
