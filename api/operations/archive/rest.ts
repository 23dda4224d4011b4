import type { FastifyInstance } from "fastify";
import { authorizeAccount } from "../../kernel/access/authorize.ts";
import { type Actor, originOf, type RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { accountTag } from "../../accounts/identity/shown.ts";
import { exportArchive, type ExportServices } from "./archive.ts";
import { claimsOf } from "../../accounts/identity/authenticate.ts";
import { watchSession } from "../../accounts/identity/watchSession.ts";

export function exportRoutes(app: FastifyInstance, services: ExportServices, requireActor: RequireActor): void {
  app.get(
    "/api/auth/export",
    documented({
      id: "exportAccount",
      tag: accountTag,
      summary: "Export all data of the account",
      description:
        "Returns a ZIP archive with account.json, sessions.json, domains.json, reports.json, alarms.json, exports.json, webhooks.json, shares.json, outlets.json, queries.json, views.json, qr-designs.json, campaign-parameters.json, bot-rules.json, click-retention.json, link-jobs.json, limits.json, api-keys.json, imports.json, links.jsonl (which can be imported again), links.csv, groups.csv, tags.csv, notes.csv, webhook-messages.jsonl, events.json, audit.csv, clicks.csv, misses.csv, imported-visits.csv and conversions.csv.",
      needs: ["export"],
      answer: "zip",
      failures: [],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const userId = authorizeAccount(actor, "export");
      const { ended } = await services.limits.export(userId);
      const archive = await startExport(services, actor, userId).catch((error: unknown) => {
        ended();
        throw error;
      });
      const claims = await claimsOf(services, request.headers.authorization, actor).catch(() => null);
      const unwatch = claims ? watchSession(services, claims, () => archive.destroy()) : () => {};
      // `close` is also emitted if the client disconnects early.
      archive.once("close", () => {
        ended();
        unwatch();
      });
      if (!claims || services.revocations.has(claims.credential.id)) archive.destroy();
      const day = services.now().toISOString().slice(0, 10);
      return reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="hoplog-${day}.zip"`)
        .header("cache-control", "no-store")
        .send(archive);
    },
  );
}

async function startExport(services: ExportServices, actor: Actor, userId: string) {
  await services.eventStore.unitOfWork((tx) =>
    services.eventStore.audit(tx, originOf(services, actor), {
      action: "Export",
      resource: { type: "user", id: userId },
    }),
  );
  return exportArchive(services, actor);
}
