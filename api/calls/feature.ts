import type { FastifyInstance } from "fastify";
import type { Entities } from "../database/orm.ts";
import type { Projections } from "../eventstore/eventStore.ts";
import type { RequireActor } from "./actor.ts";
import type { Answers, Operation } from "./operation.ts";

type Class = abstract new (...args: never[]) => unknown;

/**
 * All that a feature offers to the servers and the databases. Each feature's folder has one, in `feature.ts`, and boot
 * lists them: nothing of a feature is registered anywhere else. `Services` is what it takes from outside.
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
  /** Its REST calls. */
  readonly routes?: (app: FastifyInstance, services: Services, requireActor: RequireActor) => void;
  /** What the OpenAPI document says of its REST calls, and the answers that they name. */
  readonly operations?: readonly Operation[];
  readonly answers?: Answers;
}
