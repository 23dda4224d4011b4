import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { Entities } from "../database/orm.ts";
import type { Projections } from "../eventstore/eventStore.ts";
import type { RequireActor } from "./actor.ts";
import type { Answers } from "./operation.ts";

type Class = abstract new (...args: never[]) => unknown;

/**
 * All that a feature offers to the servers and the databases. Each feature's folder exports one, and boot lists them:
 * nothing of a feature is registered anywhere else. `Services` is what it takes from outside.
 */
export interface Feature<Services = unknown> {
  /** Its tables, as the ORM knows them. */
  readonly entities?: Entities;
  /** What it writes into read tables of each kind of event, in the transaction that appends the event. */
  readonly projections?: Projections;
  /** The tables that its projections fill, and nothing else: a rebuild empties them. */
  readonly readTables?: readonly string[];
  /** Its part of the GraphQL schema, as classes decorated by type-graphql. */
  readonly resolvers?: readonly Class[];
  /** Its REST calls, described where they are registered. Before they are called they do nothing with `services`: the document is made without any. */
  readonly routes?: (app: FastifyInstance, services: Services, requireActor: RequireActor) => void;
  /** What its REST calls answer, by the names that the OpenAPI document gives it. */
  readonly answers?: Answers;
  /** What it sends to the servers of others, by its type. */
  readonly messages?: Readonly<Record<string, Message>>;
}

/** A message to a server of somebody else, as the OpenAPI document describes it. */
export interface Message {
  readonly summary: string;
  readonly is: z.ZodObject;
}

/** What a feature has started. */
export interface Started<Offered extends object> {
  /** What the features behind it, the servers and the calls may use of it. */
  readonly services: Offered;
  /** Ends what was started; missing where nothing runs. */
  readonly stop?: () => Promise<void>;
}

/** A feature that does something beside calls, or offers something to other features. */
export interface RunningFeature<Services, Base, Offered extends object = object> extends Feature<Services> {
  /** `base` is what all features share, and what the features before it in boot's list offer. */
  readonly start: (base: Base) => Started<Offered> | Promise<Started<Offered>>;
}
