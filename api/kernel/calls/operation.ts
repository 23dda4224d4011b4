import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Needs } from "../access/needs.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The OpenAPI description of the route; routes without it are not in the document. */
    readonly operation?: Operation;
  }
}

/** The response schemas of REST calls, by their names in the OpenAPI document. */
export type Answers = Readonly<Record<string, z.ZodObject>>;

/** A heading of the OpenAPI document. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** The deprecation of a part of the API. */
export interface Deprecation {
  /** The day from which it is deprecated, in UTC. */
  readonly since: `${number}-${number}-${number}`;
  /** What to use instead, as a sentence. */
  readonly instead: string;
  /** The day on which it will be removed, if that is known. */
  readonly ends?: `${number}-${number}-${number}`;
}

/** One call of the REST API, as the OpenAPI document describes it. */
export interface Operation extends Needs {
  /** The operationId that clients use, such as createUrl; it stays when paths and texts change. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: Deprecation;
  /** Whether it is called without a token. */
  readonly open?: true;
  /** Whether it creates something, though it doesn't answer with 201. */
  readonly creates?: true;
  /** Whether it supports If-Match: its command compares it with the resource that it changes. */
  readonly conditional?: true;
  /** How long its answer may take (seconds), if longer than for other operations. */
  readonly takesSeconds?: number;
  /** Whether its answer has an ETag though its `data` has no `etag`. */
  readonly tagged?: true;
  /** Path parameters that are not ids. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Whether its request body is a file, or a part of one. */
  readonly octets?: true;
  readonly example?: Readonly<Record<string, unknown>>;
  /**
   * A redirect, a file, an image, a page for people, Server-Sent Events, or a JSON answer, which may be requested as a
   * file of other types. JSON answers must be among the {@link Answers} of a feature.
   */
  readonly answer:
    | {
        readonly status: 200 | 201;
        readonly is: z.ZodObject;
        readonly orStatus?: 200;
        readonly orFiles?: readonly string[];
      }
    | { readonly events: z.ZodObject }
    | "redirect"
    | "zip"
    | "image"
    | "page";
  /** The failure statuses beside those that every call has; 422 is implied for every call that isn't for people. */
  readonly failures: readonly (400 | 403 | 404 | 409 | 412 | 422 | 501)[];
}

/**
 * Whether people open it from an email or a sign-in, so that mail programs or providers may add query parameters of
 * their own; programs call all other operations.
 */
export function isForPeople({ answer }: Pick<Operation, "answer">): boolean {
  return answer === "redirect" || answer === "page";
}

/** Returns the OpenAPI description of a request's route; undefined for an undocumented route. */
export function documentedIn(request: FastifyRequest): Operation | undefined {
  return request.routeOptions.config.operation;
}

/** Whether a call supports an Idempotency-Key: all calls that create something do. */
export function isIdempotent({ open, creates, answer }: Operation): boolean {
  return !open && (creates ?? (typeof answer === "object" && "status" in answer && answer.status === 201));
}

/**
 * Returns route options that describe the route in the OpenAPI document. They are not Fastify's own `schema`: nothing
 * is validated or serialized by them. The route parses its input once it knows the caller.
 */
export function documented(operation: Operation): { readonly config: { readonly operation: Operation } } {
  return { config: { operation } };
}
