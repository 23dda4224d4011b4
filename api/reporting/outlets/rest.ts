import type { OutletKind } from "@hoplog/schema/outlets.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { accountTag as tag } from "../../accounts/identity/answers.ts";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented, type Operation } from "../../kernel/calls/operation.ts";
import { idOf } from "../../kernel/calls/parse.ts";
import { deleteOutlet, resumeOutlet, type OutletServices } from "./commands.ts";
import { deleting, oneOutlet, outletKind, resuming } from "./operations.ts";

const kindParam = z.object({ kind: outletKind });

const common = {
  tag,
  params: kindParam,
  answer: { status: 200, is: oneOutlet.schema },
  failures: [400, 403, 404],
} satisfies Partial<Operation>;

/** Calls whose path names the kind of an outlet, besides its id. */
export function outletRoutes(app: FastifyInstance, services: OutletServices, requireActor: RequireActor): void {
  app.post(
    "/api/auth/outlets/:kind/:id/resume",
    documented({ ...common, ...resuming, id: "resumeOutlet" }),
    async (request) => {
      const actor = await requireActor(request);
      const outlet = await resumeOutlet(services, actor, kindOf(request.params), idOf(request.params, "Outlet"));
      return { success: true, message: "Outlet resumed.", ...(await oneOutlet.toBody(services, actor, outlet)) };
    },
  );

  app.delete(
    "/api/auth/outlets/:kind/:id",
    documented({ ...common, ...deleting, id: "deleteOutlet" }),
    async (request) => {
      const actor = await requireActor(request);
      const outlet = await deleteOutlet(services, actor, kindOf(request.params), idOf(request.params, "Outlet"));
      return { success: true, message: "Outlet deleted.", ...(await oneOutlet.toBody(services, actor, outlet)) };
    },
  );
}

/** Throws NOT_FOUND_ERROR for an unknown kind. */
function kindOf(params: unknown): OutletKind {
  const parsed = kindParam.safeParse(params);
  if (!parsed.success) throw notFoundError("Outlet");
  return parsed.data.kind;
}
