import type { GraphQLSchema } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { buildGraphqlSchema } from "../../servers/graphql/schema.ts";
import { describeRest } from "../../servers/rest/describe.ts";
import { logIn, sharedTestApi, type TestApi } from "../testApi.ts";
import { problemOf, shownByGraphql, shownByRest } from "./shown.ts";
import { type Arguments, callsOf, operationOf, sendGraphql } from "./graphqlRow.ts";
import { mutations } from "./mutations.ts";
import { type Rows, rowsOfPairs, wrongPairs } from "./pair.ts";
import { changes, reads } from "./pairs.ts";
import { queries } from "./queries.ts";
import { sendRest } from "./restRow.ts";
import { rows } from "./restRows.ts";
import { countValues, differences } from "./compare.ts";
import { type NormalizeOptions, normalize, normalizeWrites, recordWrites } from "./writes.ts";
import { unpaired } from "./unpaired.ts";
import type { Answered, Row, Send } from "./walk.ts";
import { makeWorld, type World } from "./world.ts";

// REST and GraphQL share commands and queries, which feature tests cover over one of the two channels. The tests in
// this file compare the channels.

const fields = [...queries, ...mutations];

let schema: GraphQLSchema;
let api: TestApi;
let untouched: World;
/** REST changes the first world, GraphQL the second. */
let changed: { readonly rest: World; readonly graphql: World } | null = null;
beforeAll(async () => {
  schema = await buildGraphqlSchema(features);
  api = await sharedTestApi();
  untouched = await makeWorld(api);
});

async function changedWorlds() {
  if (changed) return changed;
  const [rest, graphql] = await Promise.all([1, 2].map(() => makeWorld(api, untouched.stranger)));
  if (!rest || !graphql) throw new Error("a world is missing");
  return (changed = { rest, graphql });
}

async function withNewSession(world: World): Promise<World> {
  const { owner } = world;
  return { ...world, owner: { ...owner, user: await logIn(api, owner.user.email) } };
}

interface Exchange<Request> {
  readonly given: Request;
  readonly answered: Answered;
}

async function ask<Request>(world: World, row: Row<Request>, send: Send<Request>): Promise<Exchange<Request>> {
  await row.prepare?.(world);
  const given = await row.request(world, "the owner");
  return { given, answered: await send(given, world.owner.user) };
}

const askRest = (world: World, { rest }: Rows) => ask(world, rest, sendRest(api, rest.call));
const askGraphql = (world: World, { graphql }: Rows) => ask(world, graphql, sendGraphql(api, schema, graphql));

/** Responses by operation, because several REST calls are compared with the same one. */
const answers = new Map<string, Promise<Answered>>();

async function readGraphql({ graphql }: Rows): Promise<Answered> {
  const given = await graphql.request(untouched, "the owner");
  const operation = operationOf(schema, graphql, given);
  const answer = answers.get(operation) ?? sendGraphql(api, schema, graphql)(given, untouched.owner.user);
  answers.set(operation, answer);
  return answer;
}

/** Expects both calls to have the outcome of their rows, and equal errors. */
function expectSameOutcome({ rest, graphql }: Rows, overRest: Answered, overGraphql: Answered): void {
  expect([overRest.outcome, overRest.text]).toEqual([rest.owner ?? "ok", overRest.text]);
  expect([overGraphql.outcome, overGraphql.text]).toEqual([graphql.owner ?? "ok", overGraphql.text]);
  expect(rest.owner ?? "ok").toEqual(graphql.owner ?? "ok");
  expect(problemOf(overGraphql)).toEqual(problemOf(overRest));
}

/** Lists the differences between successful responses. */
function differencesOf({ pair, graphql }: Rows, overRest: Answered, overGraphql: Answered): string[] {
  if (overRest.outcome !== "ok") return [];
  const shown = shownByGraphql(overGraphql, graphql.call, pair.at ?? "");
  return differences(shownByRest(overRest), shown, { _id: "id", ...pair.names }, pair.except);
}

function normalizeAnswer(
  { answered: { body, etag, ...answered } }: Exchange<unknown>,
  options: NormalizeOptions,
): Answered {
  return {
    ...answered,
    body: normalize(body, options),
    ...(etag !== undefined && { etag: String(normalize(etag, options)) }),
  };
}

/** If REST only confirms the change, GraphQL returns `true` or an argument, the ID. */
function expectConfirmed({ graphql }: Rows, overRest: Answered, { given, answered }: Exchange<Arguments>): void {
  if (answered.outcome !== "ok" || countValues(shownByRest(overRest)) > 0) return;
  expect([true, ...Object.values(given)]).toContain(shownByGraphql(answered, graphql.call, ""));
}

function isEmpty({ pair, rest }: Rows): boolean {
  return pair.empty?.[rest.how ?? ""] !== undefined;
}

it("every REST call and every field of Query and Mutation has a pair, or a reason why not", async () => {
  const { calls } = await describeRest(features);
  const documented = calls.map(({ method, path }) => `${method} ${path}`);
  const all = [...documented, ...["Query", "Mutation"].flatMap((root) => callsOf(schema, root))];
  expect(wrongPairs(all, [...reads, ...changes], unpaired)).toEqual([]);
});

describe("GraphQL returns what REST returns", () => {
  it.each(rowsOfPairs(reads, rows, fields))("%s", async (_name, of) => {
    const [overRest, overGraphql] = await Promise.all([askRest(untouched, of), readGraphql(of)]);
    expectSameOutcome(of, overRest.answered, overGraphql);
    if (overGraphql.outcome === "ok") expect(countValues(shownByRest(overRest.answered)) === 0).toBe(isEmpty(of));
    expect(differencesOf(of, overRest.answered, overGraphql)).toEqual([]);
  });
});

describe("GraphQL writes what REST writes", () => {
  it.each(rowsOfPairs(changes, rows, fields))("%s", async (_name, of) => {
    const { rest, graphql } = await changedWorlds();
    const [[overRest, restWrites], [overGraphql, graphqlWrites]] = await Promise.all([
      recordWrites(api, rest.owner, () => askRest(rest, of)),
      recordWrites(api, graphql.owner, () => askGraphql(graphql, of)),
    ]);
    if (of.pair.endsSession) changed = { rest: await withNewSession(rest), graphql: await withNewSession(graphql) };
    expectSameOutcome(of, overRest.answered, overGraphql.answered);
    const given = [overRest.given, overGraphql.given];
    const restOptions = { person: rest.owner, via: of.pair.viaVaries ? "any" : "rest", given } as const;
    const graphqlOptions = { person: graphql.owner, via: of.pair.viaVaries ? "any" : "graphql", given } as const;
    const [normalRest, normalGraphql] = [
      normalizeAnswer(overRest, restOptions),
      normalizeAnswer(overGraphql, graphqlOptions),
    ];
    expect(differencesOf(of, normalRest, normalGraphql)).toEqual([]);
    expectConfirmed(of, overRest.answered, overGraphql);
    expect(normalizeWrites(graphqlWrites, graphqlOptions)).toEqual(normalizeWrites(restWrites, restOptions));
  });
});
