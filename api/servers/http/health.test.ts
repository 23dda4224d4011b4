import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestApi, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const headers = [
  {},
  { host: "10.0.0.7" },
  { host: "localhost:3000" },
  { host: "evil.example" },
  { "x-forwarded-for": "127.0.0.1" },
];

it.each(headers)("says whether it is healthy, and nothing of its parts (%j)", async (given) => {
  const answer = await api.app.inject({ method: "GET", url: "/healthz", headers: given });
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({
    status: 200,
    body: { status: "ok", works: { links: true, figures: true, publishing: true, live: true } },
  });
  expect(answer.headers["cache-control"]).toBe("no-store");
});

it.each(headers)("has no metrics on the port that everybody reaches, whatever the request says (%j)", async (given) => {
  const unknown = await api.app.inject({ method: "GET", url: "/api/none", headers: given });
  for (const url of ["/metrics", "/metrics/", "/metrics?x", "/METRICS", "/%6detrics"]) {
    const answer = await api.app.inject({ method: "GET", url, headers: given });
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 404, body: unknown.body });
  }
});
