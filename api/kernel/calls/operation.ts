import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Needs } from "../access/needs.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the OpenAPI document says of the route; a route without it is not in there. */
    readonly operation?: Operation;
  }
}

/** What REST calls answer, by the names that the OpenAPI document gives them. */
export type Answers = Readonly<Record<string, z.ZodObject>>;

/** A heading of the OpenAPI document. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** That something of the API will be removed. */
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
  /** What clients call it, such as createUrl; it stays when paths and texts change. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: Deprecation;
  /** Whether it is called without a token. */
  readonly open?: true;
  /** Whether it makes something, though it doesn't answer with 201. */
  readonly creates?: true;
  /** Whether it takes an If-Match: its command compares it with what it changes. */
  readonly conditional?: true;
  /** Where its answer may take longer than those of others. */
  readonly takesSeconds?: number;
  /** Whether its answer has an ETag though its `data` has no `etag`. */
  readonly tagged?: true;
  /** Parts of its path that are not ids. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Whether its body is a file, or a part of one. */
  readonly octets?: true;
  readonly example?: Readonly<Record<string, unknown>>;
  /**
   * A redirect, a file, an image, a page for people, Server-Sent Events, or a JSON answer, which may come as a file of other types where
   * it is requested so. What is JSON must be among the {@link Answers} of a feature.
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
  /** The failures beside those that every call knows; 422 is known to every one that isn't for people. */
  readonly failures: readonly (400 | 403 | 404 | 409 | 412 | 422 | 501)[];
}

/** Whether people follow it from a mail or a sign-in, on whose way others add parameters of their own; programs call all else. */
export function isForPeople({ answer }: Pick<Operation, "answer">): boolean {
  return answer === "redirect" || answer === "page";
}

/** What the OpenAPI document says of a request's route; undefined for one that it doesn't have. */
export function documentedIn(request: FastifyRequest): Operation | undefined {
  return request.routeOptions.config.operation;
}

/** Whether a call may come with an Idempotency-Key: all that make something. */
export function isIdempotent({ open, creates, answer }: Operation): boolean {
  return !open && (creates ?? (typeof answer === "object" && "status" in answer && answer.status === 201));
}

/**
 * A route's options that describe it in the OpenAPI document. They are not Fastify's own `schema`: nothing is validated
 * or serialized by them. What comes in is parsed by the route, once it knows who asks.
 */
export function documented(operation: Operation): { readonly config: { readonly operation: Operation } } {
  return { config: { operation } };
}
