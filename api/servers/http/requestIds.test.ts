import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { openTestApi, signUp } from "../../testing/testApi.ts";

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function open(isTrusted: boolean) {
  const lines: { msg: string; requestId?: string }[] = [];
  const logger = createLogger("api", "info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  const api = await openTestApi({ isTrusted: () => isTrusted, logger });
  onTestFinished(() => api.close());
  return { api, lines };
}

describe("the id of a request", () => {
  it("is in every answer, another one each time, and a stranger does not choose it", async () => {
    const { api } = await open(false);
    const headers = { "x-request-id": "chosen-by-a-stranger" };
    const paths = ["/healthz", "/api/none", "/api/urls", "/graphql"];
    const ids = await Promise.all(
      paths.map(async (url) => (await api.app.inject({ url, headers })).headers["x-request-id"]),
    );
    for (const id of ids) expect(id).toMatch(uuid);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ["proxy-4711.a:b", "proxy-4711.a:b"],
    ["short", expect.stringMatching(uuid)],
    ["line\u0085break", expect.stringMatching(uuid)],
    ["x".repeat(65), expect.stringMatching(uuid)],
  ])("is a trusted proxy's, if it is one: %j", async (given, expected) => {
    const { api } = await open(true);
    const answer = await api.app.inject({ url: "/healthz", headers: { "x-request-id": given } });
    expect(answer.headers["x-request-id"]).toEqual(expected);
  });

  it("stands in the log and in the body of a failure of ours", async () => {
    const { api, lines } = await open(false);
    const { accessToken } = await signUp(api);
    vi.spyOn(api.services.reads, "query").mockImplementation(() => Promise.reject(new Error("broken on purpose")));
    const rest = await api.app.inject({ url: "/api/urls", headers: { authorization: `Bearer ${accessToken}` } });
    expect(rest.statusCode).toBe(500);
    const id = rest.headers["x-request-id"];
    expect(rest.json()).toMatchObject({ error: { details: { requestId: id } } });
    expect(lines.find(({ msg }) => msg === "a request failed")).toMatchObject({ requestId: id });
  });
});
