import { execFileSync } from "node:child_process";
import { withVisitedPath } from "@hoplog/schema/clicks/visitedPath.js";
import { decodeHopId, hopIdLength } from "@hoplog/schema/conversions/hopId.js";
import { encodePlan, type LinkPlan } from "@hoplog/schema/links/options/plan.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { signal } from "../testing/processes.ts";
import {
  healthOf,
  link,
  linkId,
  openTestRedirector,
  type TestRedirector,
  toHttpServer,
  visit,
} from "../testing/testRedirector.ts";

const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Postgres functions that grant every requested visit of a cap. */
const leaseFunctions = `
  CREATE FUNCTION lease_visits(uuid, uuid, text, uuid, integer, integer, integer, OUT state text, OUT granted integer)
    LANGUAGE sql AS $$ SELECT 'granted', $6 $$;
  CREATE FUNCTION settle_lease(uuid, integer) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$;
  CREATE FUNCTION end_holder(uuid, OUT lease uuid, OUT visits integer) RETURNS SETOF record
    LANGUAGE sql AS $$ SELECT NULL::uuid, 0 WHERE false $$;`;

describe.each(["bun", "node"] as const)("on %s, the id of a click that its destination gets", (runtime) => {
  let test: TestRedirector;
  beforeAll(async () => {
    test = await openTestRedirector({ LISTENER_RUNTIME: runtime, PUBLIC_URL: "https://app.example" });
    await test.database.query(leaseFunctions);
    const links: Record<string, LinkPlan> = {
      told: { passClickId: true },
      counted: { passClickId: true, maxClicks: 1000, capNumber: 1 },
      along: { passClickId: true, forwardQuery: true },
      apart: { forwardQuery: true },
      over: { passClickId: true, expiresAt: "2026-01-01T00:00:00.000Z", expiredUrl: "https://example.com/over" },
    };
    for (const [code, options] of Object.entries(links)) {
      const url = "https://example.com/page?a=1&hop_id=own#top";
      await test.publish(code, { ...link, url, state: "planned", plan: encodePlan(options) ?? new Uint8Array() });
    }
    await vi.waitFor(async () => expect((await visit(test, "/over")).status).toBe(302), 60_000);
  });
  afterAll(() => test.close());

  const ways = [{}, toHttpServer];
  const locationOf = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
    String((await visit(test, path, { headers: { "user-agent": browser, ...headers }, method })).headers.location);
  const agentOf = (name: string) => ({ "user-agent": `${browser} ${name}` });
  const told = (location: string) => new URL(location).searchParams.get("hop_id") ?? "";
  const clicksOf = (agent: string) => test.clicks.filter(({ userAgent }) => userAgent.endsWith(agent));

  /** Expects that the click ids passed to destinations equal the ids of the shipped clicks. */
  async function expectSame(agent: string, locations: readonly string[]): Promise<void> {
    await expect.poll(() => clicksOf(agent).length).toBe(locations.length);
    const ids = locations.map((location) => decodeHopId(told(location)));
    expect(ids.map((id) => id?.clickId).toSorted()).toEqual(
      clicksOf(agent)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(new Set(ids.map((id) => id?.clickId)).size).toBe(locations.length);
    for (const id of ids) expect(id?.linkId).toBe(linkId);
  }

  async function visitMany(agent: string, count: number): Promise<string[]> {
    const visits = Array.from({ length: count }, (_, i) =>
      locationOf(i % 3 === 2 ? "/counted" : "/told", { ...agentOf(agent), ...ways[i % 2] }),
    );
    return Promise.all(visits);
  }

  it("is the click's, with a cap and without, many at a time and over several chunks", async () => {
    const locations = await visitMany("first", 60);
    await expectSame("first", locations);
    await expectSame("second", await visitMany("second", 60));
    expect(locations[0]).toMatch(new RegExp(`^https://example\\.com/page\\?a=1&hop_id=[\\w-]{${hopIdLength}}#top$`));
  });

  it("is given with a cap in any form of the code, which is recorded", async () => {
    await expectSame("form", [await locationOf("/counted.?b=2", agentOf("form"))]);
    expect(clicksOf("form").map(({ query }) => query)).toEqual([withVisitedPath("b=2", "/counted.")]);
  });

  it("is the owner's alone to give: a visitor's own is replaced where it would go along", async () => {
    for (const headers of ways) {
      expect(await locationOf("/along?b=2&hop_id=mine", headers)).toMatch(/page\?a=1&b=2&hop_id=[\w-]{50}#top$/);
      expect(await locationOf("/apart?b=2", headers)).toBe("https://example.com/page?a=1&hop_id=own&b=2#top");
    }
  });

  it("is for people who get there", async () => {
    for (const headers of ways) {
      const url = "https://example.com/page?a=1&hop_id=own#top";
      expect(await locationOf("/told", headers, "HEAD")).toBe(url);
      expect(await locationOf("/told", { ...headers, "sec-purpose": "prefetch" })).toBe(url);
      expect(await locationOf("/told", { ...headers, "user-agent": "Googlebot/2.1" })).toBe(url);
      expect(await locationOf("/over", headers)).toBe("https://example.com/over");
    }
  });

  it("is the click's too that is recorded once the disk takes it", async () => {
    const limitFiles = (bytes: string): void => {
      for (const pid of test.redirector.listeners()) execFileSync("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:`]);
    };
    limitFiles("0");
    const locations = await Promise.all(ways.map((way) => locationOf("/told", { ...agentOf("full"), ...way })));
    expect(await healthOf(test)).toMatchObject({ parts: { spool: expect.stringMatching(/memory/) } });
    // While the disk is full, visits of a link with a cap are not redirected.
    expect((await visit(test, "/counted", { headers: agentOf("full") })).status).toBe(503);
    limitFiles("unlimited");
    await expectSame("full", locations);
  });

  it("is the click's when its listener is killed right behind the answer", async () => {
    const before = await Promise.all(ways.map((way) => locationOf("/told", { ...agentOf("killed"), ...way })));
    const [victim = 0] = test.redirector.listeners();
    signal(victim, "SIGKILL");
    await vi.waitFor(async () => {
      const [next = victim] = test.redirector.listeners();
      expect(next).not.toBe(victim);
      expect((await visit(test, "/over")).status).toBe(302);
    }, 60_000);
    await expectSame("killed", [...before, await locationOf("/told", agentOf("killed"))]);
  });
});
