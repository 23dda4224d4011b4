import {
  type DeclaredDimension,
  dimensionColumns,
  dimensions,
  filterDimensions,
} from "@hoplog/schema/clicks/dimensions.js";
import { beforeAll, expect, it } from "vitest";
import { insertClicks } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

/** The name of the column with a dimension's values. */
const columnOf = (dimension: DeclaredDimension) => ("groups" in dimension ? dimension.groups : dimension.name);

let api: TestApi;
let user: TestUser;
let linkId: string;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  linkId = (await makeLink(api, user)).id;
  const link = { ownerId: user.id, linkId };
  // Each dimension gets one value with two clicks and one with one click. The values are not country codes, so all are
  // returned unchanged.
  await insertClicks(
    api,
    dimensionColumns.flatMap((name, i) =>
      [`${name} 1`, `${name} 1`, `${name} 2`].map((value, j) => ({
        ...link,
        [name]: value,
        at: `2026-03-01T${10 + i}:0${j}:00.000Z`,
      })),
    ),
  );
});

it.each(dimensions)("$name has a top list in REST and GraphQL", async (dimension) => {
  const { top, values } = dimension;
  const name = columnOf(dimension);
  const { body } = await call(api, "GET", `/api/urls/${linkId}/stats`, { user });
  expect(body["data"]).toHaveProperty(top, [
    { _id: `${name} 1`, count: 2 },
    { _id: `${name} 2`, count: 1 },
  ]);
  const value = values === "countries" ? "value: code" : "value";
  const query = `query ($id: UUID!) { linkStats(linkId: $id) { ${top} { ${value} clicks } } }`;
  expect((await graphql(api, query, { id: linkId }, user)).body).toEqual({
    data: {
      linkStats: {
        [top]: [
          { value: `${name} 1`, clicks: 2 },
          { value: `${name} 2`, clicks: 1 },
        ],
      },
    },
  });
});

it.each(filterDimensions)("clicks can be narrowed to one $name, in REST and GraphQL", async (dimension) => {
  const { name } = dimension;
  const value = columnOf(dimension);
  const { body } = await call(api, "GET", `/api/urls/${linkId}/stats?${name}=${value}%201`, { user });
  expect(body["data"]).toMatchObject({ totalClicks: 2 });
  const log = await call(api, "GET", `/api/urls/${linkId}/click-logs?${name}=${value}%202`, { user });
  expect(log.body).toMatchObject({ pagination: { total: 1 } });
  const query = `query ($id: UUID!, $filter: StatsFilter) {
    linkStats(linkId: $id, filter: $filter) { totalClicks } clickLog(linkId: $id, filter: $filter) { totalCount } }`;
  const answer = await graphql(api, query, { id: linkId, filter: { [name]: `${value} 1` } }, user);
  expect(answer.body).toEqual({ data: { linkStats: { totalClicks: 2 }, clickLog: { totalCount: 2 } } });
});

it.each(dimensions.filter(({ isFilter }) => !isFilter))("$name is no filter", async ({ name }) => {
  const query = "query ($id: UUID!, $filter: StatsFilter) { linkStats(linkId: $id, filter: $filter) { totalClicks } }";
  const { body } = await graphql(api, query, { id: linkId, filter: { [name]: "x" } }, user);
  expect(body["errors"]).toMatchObject([{ extensions: { type: "VALIDATION_ERROR" } }]);
});
