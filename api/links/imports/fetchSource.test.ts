import type { Outgoing, OutgoingRequest } from "@hoplog/platform/outgoing/request.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { dubApi } from "./apis/dub.ts";
import { shlinkApi } from "./apis/shlink.ts";
import { fetchSource } from "./fetchSource.ts";

const asked = { address: "https://s.example", key: "k", cursor: null, now: new Date() };

/** Answers each path with the given value, and records the requests. */
function source(answers: (path: string) => unknown, seen: OutgoingRequest[] = []): Outgoing {
  return (request) => {
    seen.push(request);
    const body = Buffer.from(JSON.stringify(answers(new URL(request.url).pathname)));
    return Promise.resolve({ status: 200, headers: {}, body, isCut: false, url: request.url });
  };
}
const many = (count: number, one: object) => Array.from({ length: count }, () => one);
const shlinkPage = (count: number) => (path: string) =>
  path.endsWith("/redirect-rules")
    ? { redirectRules: [] }
    : { shortUrls: { data: many(count, { shortCode: "a", hasRedirectRules: true }), pagination: { pagesCount: 1 } } };

describe("a page of a source", () => {
  it("has a bound on its links, and a closer one where each is asked for", async () => {
    expect(
      (
        await fetchSource(
          source(() => many(1000, {})),
          dubApi,
          asked,
        )
      ).records,
    ).toHaveLength(1000);
    const refused = { message: "The source's response does not have the format of its API", retryAfter: null };
    await expect(
      fetchSource(
        source(() => many(1001, {})),
        dubApi,
        asked,
      ),
    ).rejects.toMatchObject(refused);
    expect((await fetchSource(source(shlinkPage(40)), shlinkApi, asked)).records).toHaveLength(40);
    await expect(fetchSource(source(shlinkPage(41)), shlinkApi, asked)).rejects.toMatchObject(refused);
  });

  it("reads little of each link's own answer", async () => {
    const seen: OutgoingRequest[] = [];
    await fetchSource(source(shlinkPage(2), seen), shlinkApi, asked);
    expect(seen.map(({ maxBytes }) => maxBytes)).toEqual([4 * 1024 * 1024, 64 * 1024, 64 * 1024]);
  });

  it("has one deadline for all that is asked for it, and is asked for again later", async () => {
    const seen: OutgoingRequest[] = [];
    const answer = source(shlinkPage(20), seen);
    // Each reading of the clock is 30 ms later than the one before.
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 30));
    onTestFinished(() => clock.mockRestore());
    const failed = fetchSource(answer, shlinkApi, asked, 100);
    await expect(failed).rejects.toMatchObject({ message: "The source takes too long to respond", retryAfter: null });
    expect(seen.length).toBeLessThan(6);
    expect(Math.max(...seen.map(({ timeoutMs }) => timeoutMs))).toBeLessThanOrEqual(100);
  });
});
