import { beforeAll, describe, expect, it } from "vitest";
import { insertClicks, type TestClick } from "../../../testing/clicks.ts";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
let links: readonly string[];
let clicks: TestClick[];
const begin = Math.floor(Date.now() / 86_400_000) - 20;
const dayAt = (day: number) => new Date((begin + day) * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  links = [(await makeLink(api, user)).id, (await makeLink(api, user)).id];
  clicks = Array.from({ length: 90 }, (_, i): TestClick => {
    const click = { ownerId: user.id, linkId: links[i % 2] ?? "", at: `${dayAt(i % 3)}T05:00:00.000Z`, botRules: 1 };
    const kinds: Partial<TestClick>[] = [
      { userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", asn: 64_500 },
      { userAgent: "curl/8.5.0", isBot: true, botReason: "http library: curl", referrer: "m.news.example" },
      { userAgent: "curl/8.5.0", isBot: true, botReason: "own visit: address" },
      { userAgent: "", isBot: true, botReason: "crawler" },
      // Clicks as classified by older rules.
      { userAgent: "Wget/1.21", isBot: false },
    ];
    return { ...click, ...kinds[i % 5] };
  });
  await insertClicks(api, clicks);
});

const verdicts = [
  { field: "network", value: "64500", verdict: "bot" },
  { field: "referrer", value: "news.example", verdict: "person" },
];
const attempt = (body: object, query = "", by = user) =>
  call(api, "POST", `/api/bots/rules/try${query}`, { user: by, body });

const changedBy = (click: TestClick) =>
  click.asn === 64_500 || click.userAgent === "Wget/1.21"
    ? "toBots"
    : click.referrer === "m.news.example"
      ? "toPeople"
      : null;

describe("rules that are tried on the past", () => {
  it("say by link and day what they would change, and change nothing", async () => {
    const { status, body } = await attempt({ verdicts });
    const rows = [0, 1, 2].flatMap((day) =>
      links.map((linkId) => {
        const of = clicks.filter((click) => click.linkId === linkId && click.at.startsWith(dayAt(day)));
        const count = (how: string) => of.filter((click) => changedBy(click) === how).length;
        return { day: dayAt(day), linkId, toBots: count("toBots"), toPeople: count("toPeople"), otherReasons: 0 };
      }),
    );
    expect({ status, data: body["data"] }).toEqual({
      status: 200,
      data: { classified: 54, toBots: 36, toPeople: 18, otherReasons: 0, rows: expect.arrayContaining(rows) },
    });
    const { body: figures } = await call(api, "GET", "/api/bots", { user });
    expect(figures).toMatchObject({ data: { figures: { clicks: 54 } } });
  });

  it("are the workspace's own where none are proposed, for a range and a choice of links", async () => {
    expect((await attempt({})).body).toMatchObject({ data: { toBots: 18, toPeople: 0 } });
    await call(api, "PUT", "/api/bots/rules", { user, body: { verdicts } });
    expect((await attempt({})).body).toMatchObject({ data: { toBots: 36, toPeople: 18 } });
    const query = `?startDate=${dayAt(1)}&endDate=${dayAt(1)}&filter=link:is:${links[0]}`;
    const of = clicks.filter((click) => click.linkId === links[0] && click.at.startsWith(dayAt(1)));
    const { body } = await attempt({}, query);
    expect(body).toMatchObject({ data: { toBots: of.filter((click) => changedBy(click) === "toBots").length } });
    expect((await attempt({ verdicts: [] }, query)).body).toMatchObject({ data: { toPeople: 0 } });
  });

  it("are refused as those that are kept, and see nothing of others' clicks", async () => {
    const refused = await attempt({ verdicts: [{ field: "agent", value: "a", verdict: "bot" }] });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { details: { fields: [{ field: "verdicts.0.value" }] } } },
    });
    const stranger = await signUp(api);
    expect((await attempt({ verdicts }, `?filter=link:is:${links[0]}`, stranger)).body).toMatchObject({
      data: { classified: 0, rows: [] },
    });
  });
});
