import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { insertClicks, insertMisses, insertRequests, type TestClick } from "../../testing/clicks.ts";
import { countRequestsSince } from "../../testing/ledger.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { ledgerBalance } from "./entities.ts";

let api: TestApi;
let user: TestUser;
let stranger: TestUser;
let link: { readonly id: string };
let other: { readonly id: string };

const hour = 3_600_000;
/** An hour of a day that has long ended. */
const at = (hours: number) => new Date(Date.UTC(2026, 9, 5) + hours * hour).toISOString();
const range = { startDate: at(0), endDate: at(72) };

beforeAll(async () => {
  api = await openTestApi();
  [user, stranger] = [await signUp(api), await signUp(api)];
  [link, other] = [await makeLink(api, user), await makeLink(api, user)];
  await countRequestsSince(api, new Date(Date.UTC(2026, 8, 1)));
  const click = (hours: number, visitor: number, more: Partial<TestClick> = {}): TestClick => ({
    ownerId: user.id,
    linkId: link.id,
    at: at(hours),
    visitor,
    country: "DE",
    botRules: 1,
    ...more,
  });
  const bot = (hours: number, botReason: string) => click(hours, 99, { isBot: true, botReason });
  await insertClicks(api, [
    click(1, 1),
    click(2, 1),
    click(3, 1),
    click(4, 2),
    // The same person counts as a new visitor of another link, and on another day.
    click(5, 1, { linkId: other.id }),
    click(25, 1),
    click(26, 1),
    bot(1, "crawler: Googlebot"),
    bot(2, "crawler: Googlebot"),
    bot(3, "http library: curl"),
    bot(4, "link preview: Slackbot"),
    bot(5, "link preview"),
    bot(6, "head request"),
    bot(7, "prefetch"),
    bot(8, "own visit: address"),
  ]);
  await insertMisses(api, [
    { at: at(1), code: "old", reason: "expired", ownerId: user.id, linkId: link.id },
    { at: at(1), code: "old", reason: "expired", ownerId: user.id, linkId: link.id },
    { at: at(2), code: "off", reason: "inactive", ownerId: user.id, linkId: other.id },
  ]);
});
afterAll(() => api.close());

async function read(query: Record<string, string>, as = user) {
  const { body } = await call(api, "GET", `/api/ledger?${new URLSearchParams(query).toString()}`, { user: as });
  if (body["success"] !== true) throw new Error(JSON.stringify(body));
  return ledgerBalance.parse(body["data"]);
}

const lines = (ledger: z.output<typeof ledgerBalance>) =>
  ledger.parts.map(({ part, reason, requests }) => [part, reason, requests]);

describe("a ledger", () => {
  it("says what each request was taken for, and adds up to what redirectors counted", async () => {
    const ledger = await read(range);
    expect(lines(ledger)).toEqual([
      ["firstVisit", null, 4],
      ["repeat", null, 3],
      ["own", "own visit: address", 1],
      ["bot", "crawler: Googlebot", 2],
      ["bot", "http library: curl", 1],
      ["preview", "link preview: Slackbot", 1],
      ["preview", "link preview", 1],
      ["head", null, 1],
      ["prefetch", null, 1],
      ["miss", "expired", 2],
      ["miss", "inactive", 1],
    ]);
    expect(ledger).toMatchObject({
      received: 18,
      recorded: 18,
      unchecked: 0,
      dropped: 0,
      erased: 0,
      missing: 0,
      pending: 0,
      countedSince: "2026-09-01T00:00:00.000Z",
      sums: { people: 7, bots: 8 },
      sumsAgree: true,
    });
  });

  it("of a link has its requests alone, and is nobody else's", async () => {
    const ledger = await read({ ...range, linkId: other.id });
    expect(lines(ledger)).toEqual([
      ["firstVisit", null, 1],
      ["miss", "inactive", 1],
    ]);
    expect(ledger).toMatchObject({ recorded: 2, missing: 0, sums: { people: 1, bots: 0 } });
    const path = `/api/ledger?linkId=${other.id}`;
    expect(await call(api, "GET", path, { user: stranger })).toMatchObject({ status: 404 });
    expect(await read(range, stranger)).toMatchObject({ received: 0, parts: [] });
  });

  it("of ranges side by side adds up to the whole: who came earlier the same day comes again", async () => {
    const [morning, rest] = [
      await read({ startDate: at(0), endDate: at(2.5) }),
      await read({ startDate: at(2.5), endDate: at(72) }),
    ];
    const visits = (ledger: typeof rest) =>
      ledger.parts.filter(({ part }) => part === "firstVisit" || part === "repeat").map(({ requests }) => requests);
    expect([visits(morning), visits(rest)]).toEqual([
      [1, 1],
      [3, 2],
    ]);
    expect(morning.recorded + rest.recorded).toBe(18);
  });

  it("refuses ranges that cut a quarter of an hour, unknown links and reasons that are too long", async () => {
    const of = (query: string) => call(api, "GET", `/api/ledger${query}`, { user });
    expect(await of("?startDate=2026-10-05T00:01:00Z")).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "startDate" }] } } },
    });
    expect(await of("?endDate=2026-10-05T00:01:00Z")).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "endDate" }] } } },
    });
    expect(await of("?linkId=nope")).toMatchObject({ status: 404 });
    expect(await of("/requests?part=nothing")).toMatchObject({ status: 422 });
    expect(await of(`/requests?part=bot&reason=${"x".repeat(5000)}`)).toMatchObject({ status: 422 });
    expect(await of("/requests?part=bot&after=nonsense")).toMatchObject({ status: 422 });
    expect(await of("/requests?part=bot&limit=101")).toMatchObject({ status: 422 });
  });

  it("shows what was dropped, and counts the ledgers that don't add up", async () => {
    const owner = await signUp(api);
    const { id } = await makeLink(api, owner);
    const wanting = { ownerId: owner.id, linkId: id, at: at(10) };
    await insertClicks(api, [{ ...wanting, visitor: 1 }]);
    await insertRequests(api, [{ ...wanting, dropped: 4 }]);
    expect(await read(range, owner)).toMatchObject({ received: 5, recorded: 1, dropped: 4, missing: 0 });
    const before = await differing();
    await insertRequests(api, [{ ...wanting, clicks: 2 }]);
    expect(await read(range, owner)).toMatchObject({ received: 7, recorded: 3, missing: 2 });
    expect(await differing()).toBe(before + 1);
    // Duplicated clicks are counted as surplus.
    for (let time = 0; time < 3; time++)
      await api.services.clickhouse.command({
        query: "INSERT INTO clicks SELECT * FROM clicks WHERE owner_id = {owner: UUID} LIMIT 1",
        query_params: { owner: owner.id },
      });
    expect(await read(range, owner)).toMatchObject({ recorded: 3, missing: -1 });
  });

  it("of before redirectors counted has what there is, and says that nothing was compared", async () => {
    const owner = await signUp(api);
    const { id } = await makeLink(api, owner);
    const old = { ownerId: owner.id, linkId: id, at: "2026-08-01T10:00:00Z" };
    await insertClicks(api, [old, old]);
    expect(await read({}, owner)).toMatchObject({ received: 2, recorded: 2, unchecked: 2, missing: 0 });
  });
});

async function differing(): Promise<number> {
  const text = await api.registry.getSingleMetricAsString("hoplog_api_ledger_mismatches_total");
  return Number(/^hoplog_api_ledger_mismatches_total (\d+)$/m.exec(text)?.[1]);
}

describe("the single requests of a part", () => {
  const answer = z.object({
    ledger: z.object({
      requests: z.object({
        requests: z.array(
          z.object({
            at: z.string(),
            code: z.string().nullable(),
            explanation: z.string(),
            country: z.string(),
            link: z.object({ id: z.string() }).nullable(),
          }),
        ),
        next: z.string().nullable(),
      }),
    }),
  });
  const query = `query ($range: Range, $linkId: UUID, $part: LedgerPart!, $reason: String, $first: Int!, $after: String) {
    ledger(range: $range, linkId: $linkId) { requests(part: $part, reason: $reason, first: $first, after: $after) {
      requests { at code explanation country link { id } } next } } }`;

  async function page(variables: Record<string, unknown>, first = 50) {
    const data = { range: { from: range.startDate, to: range.endDate }, first, ...variables };
    const { body } = await graphql(api, query, data, user);
    if (body["errors"]) throw new Error(JSON.stringify(body["errors"]));
    return answer.parse(body["data"]).ledger.requests;
  }

  async function all(variables: Record<string, unknown>, first: number) {
    const found: z.output<typeof answer>["ledger"]["requests"]["requests"] = [];
    let after: string | null = null;
    do {
      const one: Awaited<ReturnType<typeof page>> = await page({ ...variables, after }, first);
      found.push(...one.requests);
      after = one.next;
    } while (after !== null);
    return found;
  }

  it("are first visits and repeats, each with the reason, however they are paged", async () => {
    for (const first of [1, 2, 50]) {
      const visits = await all({ part: "firstVisit" }, first);
      expect(visits.map((one) => one.at)).toEqual([at(25), at(5), at(4), at(1)]);
      const repeats = await all({ part: "repeat" }, first);
      expect(repeats.map((one) => [one.at, one.link?.id])).toEqual([
        [at(26), link.id],
        [at(3), link.id],
        [at(2), link.id],
      ]);
      expect(visits[0]?.explanation).toMatch(
        /^No bot rule matched \(rules version 1\)\. This was the first visit .* on 2026-10-06/,
      );
      expect(repeats[0]?.explanation).toMatch(/had already visited this link at 01:00:00 \(UTC\) that day/);
      expect(repeats[0]?.country).toBe("Germany");
    }
  });

  it("are bots by their rule, previews and the like", async () => {
    expect((await page({ part: "bot" })).requests).toHaveLength(3);
    const google = await page({ part: "bot", reason: "crawler: Googlebot" });
    expect(google.requests.map(({ explanation }) => explanation)).toEqual(
      Array(2).fill("A bot rule matched: crawler: Googlebot (rules version 1)."),
    );
    expect((await page({ part: "preview" })).requests).toHaveLength(2);
    expect((await page({ part: "head" })).requests).toHaveLength(1);
    expect((await page({ part: "prefetch", linkId: other.id })).requests).toHaveLength(0);
  });

  it("are misses, alike ones each", async () => {
    for (const first of [1, 50]) {
      const misses = await all({ part: "miss" }, first);
      expect(misses.map(({ code, explanation }) => [code, explanation])).toEqual([
        ["off", "The link was deactivated or banned."],
        ["old", "The link had expired."],
        ["old", "The link had expired."],
      ]);
    }
    expect((await page({ part: "miss", reason: "expired", linkId: other.id })).requests).toEqual([]);
  });

  it("of a range that begins within a day are still what they are", async () => {
    const later = { range: { from: at(2.5), to: at(24) } };
    expect((await page({ ...later, part: "repeat" })).requests.map((one) => one.at)).toEqual([at(3)]);
    expect((await page({ ...later, part: "firstVisit" })).requests.map((one) => one.at)).toEqual([at(5), at(4)]);
  });
});
