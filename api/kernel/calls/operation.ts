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
  /** The replacement, as a sentence. */
  readonly instead: string;
  /** The day on which it will be removed, if that is known. */
  readonly ends?: `${number}-${number}-${number}`;
}

/** One call of the REST API, as the OpenAPI document describes it. */
export interface Operation extends Needs {
  /** The operationId that clients use, such as createUrl. It does not change with paths and texts. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: Deprecation;
  /** Whether the call needs no token. */
  readonly open?: true;
  /** Whether the call creates a resource, although it does not return 201. */
  readonly creates?: true;
  /** Whether the call supports If-Match: its command compares the header with the resource that it changes. */
  readonly conditional?: true;
  /** Timeout of the call in seconds, if longer than that of other calls. */
  readonly takesSeconds?: number;
  /** Whether the response has an ETag header although its `data` has no `etag`. */
  readonly tagged?: true;
  /** Path parameters that are not ids. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Whether the request body is a file or a part of one. */
  readonly octets?: true;
  readonly example?: Readonly<Record<string, unknown>>;
  /**
   * Type of the response: a redirect, a file, an image, a page for people, Server-Sent Events, or JSON, which may be
   * requested as a file of another type. JSON responses must be among the {@link Answers} of a feature.
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
  /**
   * Failure statuses in addition to the ones that every call has. 422 is implied for every call that is not for people.
   */
  readonly failures: readonly (400 | 403 | 404 | 409 | 412 | 422 | 501)[];
}

/**
 * Returns whether people open the URL from an email or during a sign-in: mail programs or providers may then add query
 * parameters. All other operations are called by programs.
 */
export function isForPeople({ answer }: Pick<Operation, "answer">): boolean {
  return answer === "redirect" || answer === "page";
}

/** Returns the OpenAPI description of a request's route; undefined for an undocumented route. */
export function documentedIn(request: FastifyRequest): Operation | undefined {
  return request.routeOptions.config.operation;
}

/** Returns whether a call supports an Idempotency-Key: all calls that require a token and create something do. */
export function isIdempotent({ open, creates, answer }: Operation): boolean {
  return !open && (creates ?? (typeof answer === "object" && "status" in answer && answer.status === 201));
}

/**
 * Returns route options that describe the route in the OpenAPI document. Unlike Fastify's own `schema`, they neither
 * validate nor serialize: the route parses its input once it knows the caller.
 */
export function documented(operation: Operation): { readonly config: { readonly operation: Operation } } {
  return { config: { operation } };
}
