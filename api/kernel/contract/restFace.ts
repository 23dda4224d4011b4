import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Caller } from "../calls/actor.ts";
import type { Feature } from "../calls/feature.ts";
import { documented, type Operation, type Tag } from "../calls/operation.ts";
import { type Noun, parseInput, pathPart } from "./parse.ts";
import type { Access } from "./access.ts";
import type { RestDeclaration, Taken } from "./declaration.ts";
import { describedAs, spreadOf } from "./values.ts";

/** Creates the route of an operation, with its part of the OpenAPI document. */
export function routeOf<Services, Takes extends z.ZodRawShape, Result, Who extends Caller>(
  declaration: RestDeclaration<Services, Takes, Result, Who>,
  { open, ofRequest }: Access<Who>,
  tag: Tag,
  noun: Noun | undefined,
): Required<Feature<Services>>["routes"] {
  const { id, rest, summary, description, deprecated, conditional, takesSeconds, example, failures } = declaration;
  const { needs, mayNeed, answer, message, creates, secret, etagOf, run, wasThere, createsSeveral, bodyMax } =
    declaration;
  const [method = "", url = ""] = rest.split(" ");
  const { params, query, body, given } = readerOf(declaration, noun);
  const status = creates ? 201 : 200;
  const operation: Operation = {
    id,
    tag,
    summary,
    description,
    failures,
    answer: { status, is: answer.schema, ...(wasThere && { orStatus: 200 }) },
    ...(createsSeveral && { creates: true }),
    needs,
    mayNeed,
    ...(deprecated && { deprecated }),
    ...(open && { open }),
    ...(conditional && { conditional }),
    ...(etagOf && { tagged: true }),
    ...(takesSeconds !== undefined && { takesSeconds }),
    ...(example && { example }),
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body }),
  };
  return (app, services, requireActor) => {
    app.route({
      method,
      url,
      ...documented(operation),
      ...(bodyMax !== undefined && {
        bodyLimit: bodyMax,
        onRequest: async (request) => void (await ofRequest(request, requireActor)),
      }),
      async handler(request, reply) {
        const who = await ofRequest(request, requireActor);
        const result = await run(services, who, given(request));
        const shown = await answer.toBody?.(services, who, result);
        if (secret) reply.header("cache-control", "no-store");
        if (etagOf) reply.header("etag", etagOf(result));
        const said = typeof message === "function" ? message(result) : message;
        return reply
          .code(wasThere?.(result) ? 200 : status)
          .send({ success: true, ...(said !== undefined && { message: said }), ...shown });
      },
    });
  };
}

const named = z.record(z.string(), z.unknown());

/** Returns the schemas of an operation's request parts, and the function that reads its arguments from a request. */
function readerOf<Takes extends z.ZodRawShape>(
  {
    takes,
    restNames = {},
    nouns = {},
    rest,
  }: Pick<RestDeclaration<never, Takes, never>, "takes" | "restNames" | "nouns" | "rest">,
  noun: Noun | undefined,
) {
  const schema = z.object(takes);
  const { input } = takes;
  const restName = (name: string) => restNames[name] ?? name;
  const inPath = Object.entries(takes).flatMap(([name, of]) => {
    if (!rest.includes(`/:${restName(name)}`)) return [];
    const what = nouns[name] ?? noun;
    if (!what) throw new Error(`${rest} declares no noun for the path parameter ${name}`);
    return [{ name, what, of }];
  });
  const others = Object.entries(takes).filter(
    ([name]) => name !== "input" && !inPath.some((part) => part.name === name),
  );
  const parameters = z.object(
    Object.fromEntries(
      others.flatMap(([name, of]) => Object.entries(spreadOf(of)?.parameters.shape ?? { [restName(name)]: of })),
    ),
  );
  const isInBody = !input && !rest.startsWith("GET ");
  const hasMore = others.length > 0;
  const body = input instanceof z.ZodObject ? (describedAs(input) ?? input) : isInBody && hasMore ? parameters : null;
  const noIds = inPath.filter(({ of }) => !(of instanceof z.ZodUUID));
  return {
    params: noIds.length > 0 ? z.object(Object.fromEntries(noIds.map(({ name, of }) => [restName(name), of]))) : null,
    body,
    query: !isInBody && hasMore ? parameters : null,
    given(request: FastifyRequest): Taken<Takes> {
      const inUrl = Object.fromEntries(
        inPath.map(({ name, what, of: one }) => [name, pathPart(request.params, what, one, restName(name))]),
      );
      const of = hasMore ? parseInput(named, isInBody ? request.body : request.query) : {};
      const read = others.map(([name, one]) => {
        const found = spreadOf(one);
        return [name, found ? found.ofParameters(of) : of[restName(name)]];
      });
      const parts = { ...inUrl, ...(input && { input: request.body ?? {} }), ...Object.fromEntries(read) };
      return parseInput(schema, parts, ([first = "", ...deeper]) =>
        [...(first === "input" ? [] : [restName(first)]), ...deeper].join("."),
      );
    },
  };
}
