import { writeFileSync } from "node:fs";
import { firstSegment } from "@hoplog/schema/paths/appPaths.js";
import Fastify from "fastify";
import { registerHealth } from "../servers/http/health.ts";
import { registerMailboxPage } from "../accounts/mail/mailboxPage.ts";
import { registerRest } from "../servers/rest/server.ts";
import { features, type FeatureServices } from "./features.ts";

// Writes the first path segments of the API's routes. A test compares them with those of a complete API.
const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: emitPaths FILE");
const app = Fastify();
const segments = new Set(["graphql"]);
app.addHook("onRoute", ({ url }) => {
  segments.add(firstSegment(url));
});
// No services are needed, because routes read them only when they are called.
const services: FeatureServices = Object.create(null);
registerRest(app, features, services);
registerHealth(app, async () => ({ healthy: true, parts: {} }));
// The route is added explicitly, because the feature omits it without its services.
registerMailboxPage(app, async () => [], { behindProxy: false });
await app.ready();
await app.close();
writeFileSync(
  target,
  `// Written by "make generate" from the routes of the api.
export const apiSegments: readonly string[] = [
${[...segments]
  .toSorted()
  .map((segment) => `  ${JSON.stringify(segment)},\n`)
  .join("")}];
`,
);
