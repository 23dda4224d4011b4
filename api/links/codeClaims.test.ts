import { afterAll, beforeAll, expect, it } from "vitest";
import { call, makeLink, openTestApi, signUp, type TestApi } from "../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

/** As the release before (ee88265) writes it, which runs beside this one during an upgrade and after the way back. */
const formerClaim = `INSERT INTO code_claim AS held (code, owner_id, link_id) VALUES ($1, $2, $3)
  ON CONFLICT (code) DO UPDATE SET link_id = excluded.link_id
    WHERE held.owner_id = excluded.owner_id AND (held.link_id IS NULL OR held.link_id = excluded.link_id)
  RETURNING domain, code`;

it("codes are claimed by the api of the release before too, in the default domain and once", async () => {
  const [user, other] = [await signUp(api), await signUp(api)];
  const { id, code } = await makeLink(api, user);
  const claim = async (...values: string[]) => (await api.services.reads.query(formerClaim, values)).rows;
  expect(await claim(code, other.id, id)).toEqual([]);
  expect(await claim(code, user.id, id)).toEqual([{ domain: 0, code }]);
  expect(await claim("claimed-before", user.id, id)).toEqual([{ domain: 0, code: "claimed-before" }]);
  const body = { name: "Mine", originalUrl: "https://example.com/", shortUrl: "claimed-before" };
  expect(await call(api, "POST", "/api/urls", { user: other, body })).toMatchObject({ status: 409 });
});
