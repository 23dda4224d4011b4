import type { Arguments, GraphqlRow } from "./graphqlRow.ts";
import type { RestRequest, RestRow } from "./restRow.ts";
import type { Exceptions, Names } from "./compare.ts";
import { namedRows, type Outcome } from "./walk.ts";
import type { Person, World } from "./world.ts";

/** A REST call and the GraphQL field that returns or does the same. */
export interface Pair {
  /**
   * `GET /api/urls` or the name of one of its rows, `GET /api/urls, by clicks`. A call without a row pairs the rows
   * with equal `how`.
   */
  readonly rest: string;
  /** `Query.links` or the name of one of its rows. */
  readonly graphql: string;
  /** Replaces the requests of the rows. */
  readonly question?: Question;
  /** The path from the field to the data that REST returns. */
  readonly at?: string;
  readonly names?: Names;
  readonly except?: Exceptions;
  /** The reason why a read returns nothing, by the row's `how`, `""` for none. */
  readonly empty?: Readonly<Record<string, string>>;
  /** Whether the call ends the session: the test then logs in again. */
  readonly endsSession?: true;
  /** The reason why the events may name the other channel. */
  readonly viaVaries?: string;
}

/** The same request for REST and for GraphQL, sent by the owner of a world. */
export interface Question {
  readonly how: string;
  readonly both: (owner: Person, world: World) => Both | Promise<Both>;
  /** Arguments of nested fields, by names such as `Link.clicks`. */
  readonly nested?: GraphqlRow["nested"];
  /** Outcome for the owner; `ok` by default. */
  readonly owner?: Outcome;
}

export interface Both {
  readonly rest: RestRequest;
  readonly graphql: Arguments;
}

/** Two rows with the same request. */
export interface Rows {
  readonly pair: Pair;
  readonly rest: RestRow;
  readonly graphql: GraphqlRow;
}

/** Finds the rows of each pair and names them for `it.each`. Throws if a pair has none. */
export function rowsOfPairs(
  pairs: readonly Pair[],
  restRows: readonly RestRow[],
  graphqlRows: readonly GraphqlRow[],
): [string, Rows][] {
  const known = { rest: new Map(namedRows(restRows)), graphql: new Map(namedRows(graphqlRows)) };
  return pairs.flatMap((pair): [string, Rows][] => {
    const found = pair.question ? [rowsOfQuestion(pair, pair.question, graphqlRows)] : rowsOfPair(pair, known);
    if (found.length === 0) throw new Error(`no row of ${pair.rest} has the same "how" as a row of ${pair.graphql}`);
    return found.map((rows) => [`${namedRows([rows.rest])[0]?.[0]}: ${rows.graphql.call}`, rows]);
  });
}

interface Known {
  readonly rest: ReadonlyMap<string, RestRow>;
  readonly graphql: ReadonlyMap<string, GraphqlRow>;
}

function rowsOfPair(pair: Pair, known: Known): Rows[] {
  const isOneRow = `${pair.rest}${pair.graphql}`.includes(", ");
  const names = [...known.rest.keys()].filter(
    (name) => name === pair.rest || (!isOneRow && name.startsWith(`${pair.rest}, `)),
  );
  return names.flatMap((name) => {
    const rest = known.rest.get(name);
    const graphql = known.graphql.get(isOneRow ? pair.graphql : pair.graphql + name.slice(pair.rest.length));
    return rest && graphql ? [{ pair, rest, graphql }] : [];
  });
}

function rowsOfQuestion(pair: Pair, question: Question, graphqlRows: readonly GraphqlRow[]): Rows {
  const { how, both, nested = {}, owner = "ok" } = question;
  const without = graphqlRows.find(({ call }) => call === pair.graphql)?.without ?? [];
  const rest: RestRow["request"] = async (world) => (await both(world.owner, world)).rest;
  const graphql: GraphqlRow["request"] = async (world) => (await both(world.owner, world)).graphql;
  return {
    pair,
    rest: { call: pair.rest, how, owner, request: rest },
    graphql: { call: pair.graphql, how, owner, without, nested, request: graphql },
  };
}

/** Returns the first pair of a call with another request. Throws if there is none. */
export function withQuestion(
  pairs: readonly Pair[],
  rest: string,
  question: Question,
  changes: Partial<Pair> = {},
): Pair {
  const pair = pairs.find((one) => one.rest === rest);
  if (!pair) throw new Error(`no REST and GraphQL pair is declared for ${rest}`);
  return { ...pair, question, ...changes };
}

/** Compares the pairs with the existing calls, and returns the problems and their remedies. */
export function wrongPairs(
  calls: readonly string[],
  pairs: readonly Pair[],
  unpaired: Readonly<Record<string, string>>,
): string[] {
  const paired = new Set(pairs.flatMap(({ rest, graphql }) => [callOf(rest), callOf(graphql)]));
  const named = [...paired, ...Object.keys(unpaired)];
  const pairsFile = "api/testing/access/readPairs.ts or changePairs.ts";
  const reasonsFile = "api/testing/access/unpaired.ts";
  return [
    ...calls
      .filter((call) => !named.includes(call))
      .map((call) => `${call} has no pair: add it to ${pairsFile}, or the reason to ${reasonsFile}`),
    ...named
      .filter((call) => !calls.includes(call))
      .map((call) => `${call} does not exist any more: remove it from ${pairsFile} or ${reasonsFile}`),
    ...Object.keys(unpaired)
      .filter((call) => paired.has(call))
      .map((call) => `${call} has a pair: remove it from ${reasonsFile}`),
  ];
}

function callOf(name: string): string {
  return name.replace(/, .*/, "");
}
