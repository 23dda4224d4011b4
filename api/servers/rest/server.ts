import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { commonAnswers } from "../../kernel/contract/answerPieces.ts";
import type { Feature } from "../../kernel/calls/feature.ts";
import { type Answers, isForPeople, isIdempotent, type Operation } from "../../kernel/calls/operation.ts";
import { beginIdempotently, endIdempotently, type IdempotentServices } from "../../kernel/calls/idempotencyHooks.ts";
import { createRequireActor, type TokenServices } from "../../accounts/identity/authenticate.ts";
import { announceDeprecations } from "./deprecations.ts";
import { requireNeeds } from "../../kernel/contract/access.ts";
import { refuserOfUnknownInput } from "./knownInput.ts";

/** Registers the REST routes of all features, with the hooks that their operations require. */
export function registerRest<Services extends TokenServices & IdempotentServices>(
  app: FastifyInstance,
  features: readonly Feature<Services>[],
  services: Services,
): void {
  const requireActor = createRequireActor(services);
  const begin = beginIdempotently({ services, actorOf: requireActor });
  const end = endIdempotently({ services });
  app.addHook("onRoute", (route) => {
    const operation = route.config?.operation;
    if (!operation) return;
    requireNeeds(operation.id, operation, operation);
    if (!isForPeople(operation)) route.preHandler = [route.preHandler ?? [], knowing(operation, requireActor)].flat();
    const announce = announceDeprecations(operation);
    if (announce) route.onSend = [route.onSend ?? [], announce].flat();
    if (!isIdempotent(operation)) return;
    route.preHandler = [route.preHandler ?? [], begin].flat();
    route.onSend = [route.onSend ?? [], end].flat();
  });
  for (const { routes } of features) routes?.(app, services, requireActor);
}

/** Creates a hook that rejects unknown input. Unauthenticated callers get 401 instead. */
function knowing(operation: Operation, requireActor: RequireActor) {
  const refuseUnknown = refuserOfUnknownInput(operation);
  return async (request: FastifyRequest): Promise<void> => {
    try {
      refuseUnknown(request);
    } catch (error) {
      if (!operation.open) await requireActor(request);
      throw error;
    }
  };
}

/** Returns the response schemas of all features, by name. */
export function answersOf(features: readonly Pick<Feature, "answers">[]): Answers {
  return Object.assign({}, commonAnswers, ...features.map(({ answers }) => answers));
}
