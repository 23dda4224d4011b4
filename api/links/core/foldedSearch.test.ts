import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { readTables } from "../../boot/features.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { foundNames } from "../../testing/foundNames.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(async () => {
  ada = await signUp(api);
});
afterAll(() => api.close());

const found = (list: string, search: string) => foundNames(api, ada, list, search);

it.each([
  ["STRASSE", "Lange straße 5"],
  ["lange straße", "LANGE STRASSE"],
  ["cafe creme", "Café crème"],
  ["Café Crème", "cafe creme"],
  ["cafe\u0301", "CAFÉ noir"],
  ["lodz", "Łódź Fabryczna"],
  ["istanbul", "İSTANBUL"],
])("a search for %j finds the link %j", async (search, name) => {
  await makeLink(api, ada, { name });
  await makeLink(api, ada, { name: "Another" });
  expect(await found("urls", search)).toEqual([name]);
});

it("notes, tags and groups are found without case and accents", async () => {
  await makeLink(api, ada, { name: "Noted", note: "Für Łukasz" });
  await makeLink(api, ada, { name: "Tagged", tags: ["Été 2026"] });
  await call(api, "POST", "/api/groups", { user: ada, body: { name: "Façades" } });
  expect(await found("urls", "fur lukasz")).toEqual(["Noted"]);
  expect(await found("urls", "ETE 2026")).toEqual(["Tagged"]);
  expect(await found("tags", "ete")).toEqual(["Été 2026"]);
  expect(await found("groups", "FACADES")).toEqual(["Façades"]);
});

it("a misspelled word without its accents finds the link", async () => {
  await makeLink(api, ada, { name: "Crème brûlée" });
  expect(await found("urls", "brulle")).toEqual(["Crème brûlée"]);
});

it("an accent without a letter finds nothing, not everything", async () => {
  await makeLink(api, ada, { name: "Plain" });
  expect(await found("urls", "\u0301")).toEqual([]);
});

it("the index stands when read tables are rebuilt", async () => {
  await makeLink(api, ada, { name: "Café" });
  await rebuildReadTables(api.services.orm, readTables);
  expect(await found("urls", "CAFE")).toEqual(["Café"]);
  const { rows } = await api.services.reads.query<{ indexname: string }>(
    "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'link%search' AND indexdef LIKE '%folded%' ORDER BY 1",
    [],
  );
  expect(rows.map(({ indexname }) => indexname)).toEqual(["link_note_search", "link_other_urls_search", "link_search"]);
});
