import { z } from "zod";
import type { Actor } from "../calls/actor.ts";
import { answer, commonAnswers, message } from "../calls/answers.ts";
import type { Entity } from "./entity.ts";
import type { Made } from "./madeClass.ts";

/** What an operation answers: the schema in REST, the type in GraphQL, and how its result becomes both. */
export interface Answered<Services, Result> {
  /** The name of its schema in the OpenAPI document. */
  readonly name: string;
  readonly schema: z.ZodObject;
  /** Undefined if GraphQL returns the id that the operation was called with. */
  readonly returns?: () => Made | Made[];
  readonly resolvers: readonly Made[];
  /** Undefined if there is nothing beside a message. */
  readonly toData?: (services: Services, actor: Actor, result: Result) => Promise<unknown>;
}

/** Only a message in REST, and the given id in GraphQL. */
export const confirmation: Answered<unknown, void> = { name: "Done", schema: commonAnswers.Done, resolvers: [] };

/** One entity, after a change. */
export function one<Source, Services>(entity: Entity<Source, Services>): Answered<Services, Source> {
  return {
    name: `${entity.name}Answer`,
    schema: answer({ message, data: entity.answer }),
    returns: () => entity.type,
    resolvers: entity.resolver ? [entity.resolver] : [],
    async toData(services, actor, source) {
      const [data] = await entity.toRest(services, actor, [source]);
      return data;
    },
  };
}

/** A list of entities, all that there are. */
export function many<Source, Services>(
  entity: Entity<Source, Services>,
  name = `${entity.name}sAnswer`,
): Answered<Services, readonly Source[]> {
  return {
    name,
    schema: answer({ data: z.array(entity.answer) }),
    returns: () => [entity.type],
    resolvers: entity.resolver ? [entity.resolver] : [],
    toData: (services, actor, sources) => entity.toRest(services, actor, sources),
  };
}
