import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { apiOnlySegments, appSegments, firstSegment } from "@hoplog/schema/paths/appPaths.js";
import { apiSegments } from "@hoplog/schema/paths/generated/apiSegments.js";
import { beforeAll, expect, it } from "vitest";
import { servedRoutes } from "../../testing/servedRoutes.ts";
import { sharedTestApi, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

it("the first segment of each route is generated, and can be no short code", () => {
  const segments = [...new Set(servedRoutes(api).map((route) => firstSegment(route.replace(/^\S+ /, ""))))];
  expect(segments.toSorted()).toEqual(apiSegments);
  for (const segment of segments) {
    expect(appSegments).toContain(segment);
    expect(isReservedCode(segment)).toBe(true);
  }
});

it("the api alone answers all of its paths but those of pages", () => {
  expect(apiOnlySegments).toEqual(["api", "dev", "graphql", "healthz", "hop.js"]);
});
