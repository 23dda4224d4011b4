import type { z } from "zod";
import type { Needs } from "../access/needs.ts";
import type { Actor } from "../calls/actor.ts";
import type { Deprecation, Operation } from "../calls/operation.ts";
import type { Noun } from "./parse.ts";
import type { FieldWeight } from "./weight.ts";
import type { Answered, GraphqlAnswered } from "./answers.ts";

/** The arguments of an operation, by their GraphQL names. */
export type Taken<Takes extends z.ZodRawShape> = z.output<z.ZodObject<z.core.util.Writeable<Takes>>>;

interface Common<Services, Takes extends z.ZodRawShape, Result, Who> extends Needs {
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: Deprecation;
  /**
   * Arguments by their GraphQL names. In REST, those in the path are path parameters, `input` is the body, and all
   * others are query parameters of a GET, or otherwise fields of the body.
   */
  readonly takes: Takes;
  /** Whether the operation supports If-Match: its command compares the ETag with the resource that it changes. */
  readonly conditional?: true;
  readonly run: (services: Services, who: Who, given: Taken<Takes>) => Promise<Result>;
}

/** The GraphQL form of an operation. */
export interface GraphqlDeclaration<Services, Takes extends z.ZodRawShape, Result, Who = Actor> extends Common<
  Services,
  Takes,
  Result,
  Who
> {
  /** Name of the operation's field of Query or Mutation. */
  readonly name: string;
  readonly answer: GraphqlAnswered<Services, Result, Who>;
  readonly weight?: FieldWeight;
}

/** A subscription of GraphQL. */
export interface SubscriptionDeclaration<Services, Takes extends z.ZodRawShape, Event> extends Needs {
  /** Name of the subscription's field of Subscription. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: Deprecation;
  readonly takes: Takes;
  readonly answer: Required<Pick<GraphqlAnswered<Services, Event>, "graphql" | "resolvers">>;
  readonly weight?: FieldWeight;
  readonly subscribe: (
    services: Services,
    actor: Actor,
    given: Taken<Takes>,
  ) => AsyncIterable<Event> | Promise<AsyncIterable<Event>>;
  /** Returns the part of an event that an actor may see; the whole event by default. */
  readonly shownTo?: (actor: Actor, event: Event) => Event;
}

/** The REST form of an operation. */
export interface RestDeclaration<Services, Takes extends z.ZodRawShape, Result, Who = Actor>
  extends Common<Services, Takes, Result, Who>, Pick<Operation, "takesSeconds" | "example" | "failures"> {
  /** The operationId, which is the operation's name in generated clients. */
  readonly id: string;
  readonly answer: Answered<Services, Result, Who>;
  readonly rest: `${"GET" | "POST" | "PATCH" | "PUT" | "DELETE"} /api/${string}`;
  /** Names of parameters in REST, if they differ. */
  readonly restNames?: { readonly [Name in keyof Takes]?: string };
  /** The nouns of path parameters in "not found" errors; by default the noun given to `operationsOn`. */
  readonly nouns?: { readonly [Name in keyof Takes]?: Noun };
  /** The REST message on success. */
  readonly message?: string | ((result: Result) => string);
  /** Returns the ETag of a response whose data has none. */
  readonly etagOf?: (result: Result) => string;
  /** Whether the operation creates a resource: it then returns 201, and supports an Idempotency-Key. */
  readonly creates?: true;
  /** Returns whether the result existed before, in which case the operation returns 200. */
  readonly wasThere?: (result: Result) => boolean;
  /**
   * Whether the operation supports an Idempotency-Key although it returns 200, because it creates several resources,
   * each of which can fail.
   */
  readonly createsSeveral?: true;
  /**
   * Maximum body size in bytes, if it differs from the default. The caller is then authenticated before the body is
   * read.
   */
  readonly bodyMax?: number;
  /** Whether the answer contains a secret, which caches must not store. */
  readonly secret?: true;
}
