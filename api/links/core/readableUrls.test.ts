import fc from "fast-check";
import { domainToASCII, domainToUnicode } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { readTables } from "../../boot/features.ts";
import { rebuildReadTables } from "../../kernel/eventstore/rebuild.ts";
import { foundNames } from "../../testing/foundNames.ts";
import { call, graphql, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;
beforeAll(async () => {
  api = await openTestApi();
});
beforeEach(async () => {
  ada = await signUp(api);
});
afterAll(() => api.close());

const found = (search: string) => foundNames(api, ada, "urls", search);

it.each([
  ["https://x.example/caf%C3%A9", ["cafe", "café", "CAFÉ", "caf%C3%A9", "caf%c3%a9", "https://x.example/café"]],
  ["https://x.example/caf%c3%a9?next=https%3A%2F%2Fy.example%2F", ["https://y.example/", "x.example/cafe?next"]],
  ["https://müller.example/", ["müller", "muller", "xn--mller-kva", "https://müller.example/"]],
  ["https://www.straße.例え.example/a%20b", ["strasse.例え", "/a b"]],
  ["https://x.example/100%/caf%C3%A9%E9", ["100%/cafe%e9", "100%/caf%C3%A9%E9"]],
])("the destination %s is found as people read it, and as it is encoded", async (originalUrl, searches) => {
  await makeLink(api, ada, { name: "Searched", originalUrl });
  await makeLink(api, ada, { name: "Another", originalUrl: "https://another.example/" });
  for (const search of searches) expect(await found(search), search).toEqual(["Searched"]);
});

it("words of decoded destinations are found in any order, by lists, GraphQL and the typo search", async () => {
  const rules = [
    { when: { field: "country", op: "in", values: ["DE"] }, then: { url: "https://x.example/%C3%BCber" } },
  ];
  await makeLink(api, ada, { name: "Morning", originalUrl: "https://x.example/cr%C3%A8me%20br%C3%BBl%C3%A9e", rules });
  for (const search of ["brulee morning", "uber morning", "brullee"]) expect(await found(search)).toEqual(["Morning"]);
  const query = '{ links(filter: { search: "crème brûlée" }) { totalCount edges { node { name } } } }';
  expect((await graphql(api, query, {}, ada)).body).toMatchObject({
    data: { links: { totalCount: 1, edges: [{ node: { name: "Morning" } }] } },
  });
});

const stored = async () =>
  (await api.services.reads.query(sql`SELECT name, other_urls AS others FROM link WHERE owner_id = ${ada.id}`)).rows;

it("a link is found by where it leads now, also when read tables are made anew", async () => {
  const { id } = await makeLink(api, ada, { name: "Changing", originalUrl: "https://x.example/caf%C3%A9" });
  const lead = (originalUrl: string) => call(api, "PUT", `/api/urls/${id}`, { user: ada, body: { originalUrl } });
  expect((await lead("https://x.example/th%C3%A9")).status).toBe(200);
  expect([await found("café"), await found("the")]).toEqual([[], ["Changing"]]);
  const before = await stored();
  expect(before).toEqual([{ name: "Changing", others: "https://x.example/thé" }]);
  await rebuildReadTables(api.services.orm, readTables);
  expect(await stored()).toEqual(before);
  expect((await lead("https://x.example/plain")).status).toBe(200);
  expect(await stored()).toEqual([{ name: "Changing", others: null }]);
});

it("what can't be decoded costs no link anything", async () => {
  await makeLink(api, ada, { name: "Latin", originalUrl: "https://x.example/caf%E9?a=100%" });
  expect(await stored()).toEqual([{ name: "Latin", others: null }]);
});

async function readable(url: string): Promise<string> {
  const { rows } = await api.services.reads.query<{ read: string | null }>(sql`SELECT readable_url(${url}) AS read`);
  return rows[0]?.read ?? url;
}

it("decodes what JavaScript encodes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
      const visible = text.replaceAll(/\p{Cc}/gu, "").toWellFormed();
      expect(await readable(`/${encodeURIComponent(visible)}`)).toBe(`/${visible}`);
    }),
  );
});

it.each(["%", "%4", "%C3", "%C3%E9", "%C0%AF", "%ED%A0%80", "%F5%80%80%80", "%E2%82", "%00", "%0A", "%7F"])(
  "%s, which is no character, stays",
  async (text) => {
    expect(await readable(`/%41${text}/%C3%A9`)).toBe(`/A${text}/é`);
  },
);

it("reads hosts as Node does", async () => {
  const letters = fc.stringMatching(/^[a-zäöüßéñçøæ例え日本語кирилλγ😀]{1,12}$/u);
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 4 }), async (labels) => {
      const ascii = domainToASCII([...labels, "example"].join("."));
      fc.pre(ascii !== "");
      expect(await readable(`https://${ascii}/`)).toBe(`https://${domainToUnicode(ascii)}/`);
    }),
  );
});

it.each(["xn--", "xn---", "xn--99999999", `xn--${"a".repeat(100)}`, "xn--zzzzzzzzzzzzzzzzzzzz"])(
  "%s, which is no host's name, stays",
  async (label) => {
    expect(await readable(`https://${label}.example/`)).toBe(`https://${label}.example/`);
  },
);
