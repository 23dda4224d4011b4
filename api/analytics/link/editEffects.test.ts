import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { insertClicks } from "../../testing/clicks.ts";
import { call, graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { spansOf } from "./editSpans.ts";

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 0, 1);

/** Edits at the given hours after the link's creation, with versions 1, 2, 3 and so on. */
function spans(hours: readonly number[], span: Parameters<typeof spansOf>[1]["span"], nowHours: number) {
  const edits = hours.map((after, i) => ({ version: i + 1, at: new Date(start + after * hour) }));
  return spansOf(edits, { span, createdAt: new Date(start), now: new Date(start + nowHours * hour) }).map((edit) => ({
    version: edit.version,
    hours: (edit.to.getTime() - edit.at.getTime()) / hour,
    isEqual: edit.to.getTime() - edit.at.getTime() === edit.at.getTime() - edit.from.getTime(),
    isOngoing: edit.isOngoing,
    otherEdits: edit.otherEdits,
  }));
}

const equal = { isEqual: true, isOngoing: false, otherEdits: 0 };

describe("the spans around edits", () => {
  it("reach to the neighbouring edits, at most a week", () => {
    expect(spans([0, 10, 14, 500], null, 2000)).toEqual([
      { ...equal, version: 2, hours: 4 },
      { ...equal, version: 3, hours: 4 },
      { ...equal, version: 4, hours: 168 },
    ]);
  });

  it("are as long as is wished, but not behind the link's beginning, nor into the future", () => {
    expect(spans([0, 10, 14, 500], "day", 510)).toEqual([
      { ...equal, version: 2, hours: 10, otherEdits: 1 },
      { ...equal, version: 3, hours: 14, otherEdits: 1 },
      { ...equal, version: 4, hours: 10, isOngoing: true },
    ]);
  });

  it("are missing for the first edit, and where there is no time", () => {
    expect(spans([], "hour", 1)).toEqual([]);
    expect(spans([0], "hour", 1)).toEqual([]);
    expect(spans([0, 0, 5], "hour", 5)).toEqual([]);
  });
});

describe("what edits did to clicks", () => {
  let api: TestApi;
  let ada: TestUser;
  beforeAll(async () => {
    api = await sharedTestApi();
    ada = await signUp(api);
  });

  const entries = z.object({ data: z.array(z.object({ at: z.string(), version: z.number() })) });

  it("is counted click by click, for people or for bots too", async () => {
    const { id } = await makeLink(api, ada);
    await call(api, "PUT", `/api/urls/${id}`, { user: ada, body: { originalUrl: "https://example.org/" } });
    await call(api, "PUT", `/api/urls/${id}`, { user: ada, body: { name: "Another" } });
    const { data } = entries.parse((await call(api, "GET", `/api/urls/${id}/history`, { user: ada })).body);
    const times = data.map(({ at }) => Date.parse(at));
    const [made = 0, second = 0, third = 0] = times;
    const click = (at: number, isBot = false) => ({
      ownerId: ada.id,
      linkId: id,
      at: new Date(at).toISOString(),
      isBot,
    });
    // The span ends at the next edit or now, so clicks are placed milliseconds before and after its ends.
    const half = Math.min(second - made, third - second);
    await insertClicks(api, [
      click(second - half - 1),
      click(second - half),
      click(second - 1),
      click(second - 1, true),
      click(second),
      click(second + half, true),
    ]);
    const ask = async (query: string) =>
      (await call(api, "GET", `/api/urls/${id}/edit-effects${query}`, { user: ada })).body;
    const of = { version: data[1]?.version, at: data[1]?.at, otherEdits: 0 };
    const before = 2;
    expect(await ask("")).toMatchObject({ data: [{ ...of, before, after: 1 }, {}] });
    expect(await ask("?bots=true")).toMatchObject({ data: [{ ...of, before: before + 1, after: 1 }, {}] });
    const query = `query ($id: UUID!) { linkEditEffects(linkId: $id) { version before after isOngoing } }`;
    expect((await graphql(api, query, { id }, ada)).body).toMatchObject({
      data: { linkEditEffects: [{ version: of.version, before, after: 1, isOngoing: false }, {}] },
    });
  });

  it("is refused for a span that is none, and to others", async () => {
    const { id } = await makeLink(api, ada);
    const ask = (query: string, user?: TestUser) =>
      call(api, "GET", `/api/urls/${id}/edit-effects${query}`, user ? { user } : {});
    expect(await ask("", ada)).toMatchObject({ status: 200, body: { data: [] } });
    expect(await ask("?span=year", ada)).toMatchObject({ status: 422, body: { error: { type: "VALIDATION_ERROR" } } });
    expect((await ask("", await signUp(api))).status).toBe(404);
    expect((await ask("")).status).toBe(401);
  });
});
