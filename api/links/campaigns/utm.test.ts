import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi } from "../../testing/testApi.ts";

const usedValues = z.object({ data: z.array(z.object({ field: z.string(), values: z.array(z.string()) })) });

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

it("offers what the workspace's own destinations have, the most used first", async () => {
  const [ada, eve] = [await signUp(api), await signUp(api)];
  const to = (query: string) => makeLink(api, ada, { originalUrl: `https://example.com/?${query}` });
  await to("utm_source=mail&ref=a+b");
  await to("utm_source=print&utm_medium=poster");
  await to("x=1&utm_source=print");
  await to(`utm_source=${"x".repeat(201)}`);
  await makeLink(api, eve, { originalUrl: "https://example.com/?utm_source=secret" });
  const { body } = await call(api, "GET", "/api/utm/values", { user: ada });
  const values = usedValues.parse(body).data;
  expect(Object.fromEntries(values.map(({ field, values: used }) => [field, used]))).toEqual({
    utm_source: ["print", "mail"],
    utm_medium: ["poster"],
    utm_campaign: [],
    utm_term: [],
    utm_content: [],
    ref: ["a b"],
  });
  const { body: answer } = await graphql(api, "{ utmValues { field values } }", {}, ada);
  expect(answer["data"]).toEqual({ utmValues: values });
});
