import { beforeAll, describe, expect, it } from "vitest";
import { graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let id: string;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  id = (await makeLink(api, user)).id;
});

const unknownId = "00000000-0000-4000-8000-000000000000";

describe("an operation that comes again and again", () => {
  it.each([
    [
      "succeeds",
      "query A($id: UUID!, $bots: Boolean!) { link(id: $id) { id name createdAt clicks(bots: $bots) @skip(if: $bots) group { name } } }",
      () => ({ id, bots: false }),
    ],
    [
      "skips",
      "query A($id: UUID!, $bots: Boolean!) { link(id: $id) { id clicks(bots: $bots) @skip(if: $bots) } }",
      () => ({ id, bots: true }),
    ],
    ["fails with its type", "query B($id: UUID!) { link(id: $id) { id } }", () => ({ id: unknownId })],
    [
      "fails in part",
      "query C($id: UUID!, $other: UUID!) { link(id: $id) { id } linkStats(linkId: $other) { totalClicks } }",
      () => ({ id, other: unknownId }),
    ],
    ["refuses a variable", "query D($id: UUID!) { link(id: $id) { id } }", () => ({ id: "x" })],
    ["misses a variable", "query E($id: UUID!) { link(id: $id) { id } }", () => ({})],
  ])("%s the same way each time, compiled or not", async (_what, query, variables) => {
    const [first, ...later] = await Array.from({ length: 6 }).reduce<Promise<unknown[]>>(
      async (answers) => [...(await answers), withoutPlaces(await graphql(api, query, variables(), user))],
      Promise.resolve([]),
    );
    for (const answer of later) expect(answer).toEqual(first);
  });
});

/** Removes locations and messages of errors, which differ from those of graphql-js. */
function withoutPlaces(answer: { status: number; body: Record<string, unknown> }) {
  const { errors, data } = answer.body;
  const types = Array.isArray(errors)
    ? errors.map((error: { extensions?: unknown; path?: unknown }) => [error.extensions, error.path])
    : [];
  return { status: answer.status, data: data ?? null, types };
}
