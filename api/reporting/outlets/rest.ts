import { type OutletKind, outletKinds, outletLimits } from "@hoplog/schema/outlets.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf } from "../../kernel/calls/parse.ts";
import { accountTag } from "../../accounts/identity/answers.ts";
import type { Outlet } from "../../accounts/outlets/listed.ts";
import { outletAnswers } from "./answers.ts";
import { deleteOutlet, resumeOutlet } from "./commands.ts";
import { listOutlets } from "./queries.ts";
import type { OutletServices } from "./services.ts";

const kindParam = z.object({ kind: z.enum(outletKinds) });

export function outletRoutes(app: FastifyInstance, services: OutletServices, requireActor: RequireActor): void {
  app.get(
    "/api/auth/outlets",
    documented({
      id: "listOutlets",
      tag: accountTag,
      summary: "List everything that sends data out or lets others in",
      description: `Webhooks, exports, reports, alarms, shared pages, API keys, SQL access and domain targets, the newest first. A reset of the password, "end all other sessions" and a revoked key pause what the lost sessions and keys created in the last ${outletLimits.recentDays} days or were alive to create.`,
      answer: { status: 200, is: outletAnswers.OutletsAnswer },
      failures: [403],
    }),
    async (request) => {
      const outlets = await listOutlets(services, await requireActor(request));
      return { success: true, data: outlets.map(bodyOf) };
    },
  );

  app.post(
    "/api/auth/outlets/:kind/:id/resume",
    documented({
      id: "resumeOutlet",
      tag: accountTag,
      params: kindParam,
      summary: "Resume a paused outlet",
      description: `It sends again, also what has waited: that is kept for ${outletLimits.keptDays} days.`,
      answer: { status: 200, is: outletAnswers.OutletAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const outlet = await resumeOutlet(services, actor, kindOf(request.params), idOf(request.params, "Outlet"));
      return { success: true, message: "Outlet resumed.", data: bodyOf(outlet) };
    },
  );

  app.delete(
    "/api/auth/outlets/:kind/:id",
    documented({
      id: "deleteOutlet",
      tag: accountTag,
      params: kindParam,
      summary: "Delete an outlet",
      description: "As its own call does: an API key is revoked; a domain loses its targets and keeps its links.",
      answer: { status: 200, is: outletAnswers.OutletAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const outlet = await deleteOutlet(services, actor, kindOf(request.params), idOf(request.params, "Outlet"));
      return { success: true, message: "Outlet deleted.", data: bodyOf(outlet) };
    },
  );
}

/** Throws NOT_FOUND_ERROR for a kind that there is none of. */
function kindOf(params: unknown): OutletKind {
  const parsed = kindParam.safeParse(params);
  if (!parsed.success) throw notFoundError("Outlet");
  return parsed.data.kind;
}

function bodyOf(outlet: Outlet): z.input<typeof outletAnswers.OutletAnswer>["data"] {
  const { id, kind, name, state, createdAt, pausedAt, widenedAt } = outlet;
  const createdBy = makerOf(outlet.userName, outlet.credentialKind, outlet.credentialId, outlet.keyName);
  const { widenedUserName, widenedCredentialKind, widenedCredentialId, widenedKeyName } = outlet;
  const widener = makerOf(widenedUserName, widenedCredentialKind, widenedCredentialId, widenedKeyName);
  return {
    _id: id,
    kind,
    name,
    createdAt: createdAt.toISOString(),
    createdBy,
    widenedBy: widener && widenedAt && { ...widener, at: widenedAt.toISOString() },
    state,
    pausedAt: pausedAt?.toISOString() ?? null,
  };
}

function makerOf(
  user: string | null,
  credential: Outlet["credentialKind"],
  credentialId: string | null,
  key: string | null,
) {
  return credential !== null && credentialId !== null ? { user, credential, credentialId, key } : null;
}
