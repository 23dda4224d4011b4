import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { Entities } from "../database/orm.ts";
import type { Projections } from "../eventstore/eventStore.ts";
import type { RequireActor } from "./actor.ts";
import type { Answers } from "./operation.ts";

type Class = abstract new (...args: never[]) => unknown;

/**
 * Everything that a feature contributes to the servers and the databases. Each feature's folder exports one, and boot
 * lists them: a feature registers nothing elsewhere. `Services` are its dependencies.
 */
export interface Feature<Services = unknown> {
  /** The feature's ORM entities. */
  readonly entities?: Entities;
  /** Writes the feature's read tables for each kind of event, in the transaction that appends the event. */
  readonly projections?: Projections;
  /** The tables that only the feature's projections fill; a rebuild empties them. */
  readonly readTables?: readonly string[];
  /** The feature's part of the GraphQL schema, as type-graphql classes. */
  readonly resolvers?: readonly Class[];
  /**
   * Registers the feature's REST routes with their descriptions. Must not use `services` before a route is called,
   * because the OpenAPI document is generated without any.
   */
  readonly routes?: (app: FastifyInstance, services: Services, requireActor: RequireActor) => void;
  /** The response schemas of the feature's REST calls, by their names in the OpenAPI document. */
  readonly answers?: Answers;
  /** The messages that the feature sends to third-party servers, by type. */
  readonly messages?: Readonly<Record<string, Message>>;
}

/** A message to a third-party server, as the OpenAPI document describes it. */
export interface Message {
  readonly summary: string;
  readonly is: z.ZodObject;
}

/** A started feature. */
export interface Started<Offered extends object> {
  /** Services for the features listed after this one, the servers and the calls. */
  readonly services: Offered;
  /** Stops the feature; missing if nothing runs. */
  readonly stop?: () => Promise<void>;
}

/** A feature that runs in the background, or offers services to other features. */
export interface RunningFeature<Services, Base, Offered extends object = object> extends Feature<Services> {
  /**
   * Starts the feature; `base` contains the shared services and those of the features before this one in boot's list.
   */
  readonly start: (base: Base) => Started<Offered> | Promise<Started<Offered>>;
}
