import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { TestClick } from "../../testing/clicks.ts";
import { clickOn, conversionsWritten, report } from "../../testing/conversions.ts";
import { call, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { sharedPageAnswers } from "./answers.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

const made = z.object({ data: z.object({ _id: z.string(), url: z.string() }).loose() });
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const dimensions = ["country", "referrer", "city"];

async function share(user: TestUser, body: object) {
  const { body: answer } = await call(api, "POST", "/api/shares", {
    user,
    body: { name: "Campaign", target: "workspace", ...body },
  });
  const { data } = made.parse(answer);
  return { id: data._id, token: data.url.replace("http://localhost:3000/stats/", ""), data };
}

async function look(token: string, query = "") {
  const response = await api.app.inject({ url: `/api/shared/${token}${query}` });
  return { status: response.statusCode, text: response.body };
}

async function page(token: string, query = "") {
  const { status, text } = await look(token, query);
  expect({ status, text }).toMatchObject({ status: 200 });
  return sharedPageAnswers.SharedPageAnswer.strict().parse(JSON.parse(text)).data;
}

it("shows what clicks became only where that was chosen, counts and revenue each by itself", async () => {
  const user = await signUp(api);
  const [one, two] = [await makeLink(api, user), await makeLink(api, user)];
  const sold = async (linkId: string, facts: Partial<TestClick>, body: object) =>
    report(api, user, { clickId: await clickOn(api, user, linkId, { at: ago(1), ...facts }), ...body });
  const sale = { type: "sale", amount: 4900, currency: "EUR" };
  await sold(one.id, { country: "DE" }, sale);
  await sold(one.id, { country: "DE" }, { ...sale, currency: "JPY" });
  await sold(one.id, { country: "" }, { type: "lead" });
  await sold(one.id, { country: "FR", isBot: true }, sale);
  await sold(two.id, { country: "DE", at: ago(24 * 3) }, sale);
  await conversionsWritten(api, user);
  await clickOn(api, user, one.id, { country: "NP", at: ago(1) });

  const of = { target: "link", targetId: one.id, dimensions };
  const revenue = [
    { currency: "EUR", amount: 4900 },
    { currency: "JPY", amount: 4900 },
  ];
  const byDefault = await share(user, of);
  expect(byDefault.data["figures"]).toEqual(["clicks", "uniqueVisitors", "bots", "chart"]);
  const others = ["?period=7d", "?filter=country:is:DE", "?period=all&filter=country:is:"];
  for (const query of ["", ...others]) {
    expect((await look(byDefault.token, query)).text).not.toMatch(/leads|sales|revenue|EUR/);
  }
  // Visitors cannot choose the figures that a page shows.
  for (const query of ["?figures=revenue", "?figures=conversions&figures=revenue", "?dimensions=arm"]) {
    expect((await look(byDefault.token, query)).text).not.toMatch(/leads|sales|revenue|EUR/);
  }
  for (const filter of ["arm:is:1", "rule:is:1", `link:is:${two.id}`, "type:is:sale", "currency:is:EUR"]) {
    expect((await look(byDefault.token, `?filter=${filter}`)).status).toBe(422);
  }

  const counts = await share(user, { ...of, figures: ["conversions"] });
  const counted = await page(counts.token);
  expect(counted.figures).toEqual({ leads: 1, sales: 2 });
  expect(counted.chart).toBeNull();
  expect(counted.tops[0]?.rows).toEqual([
    { value: "DE", clicks: 2, leads: 0, sales: 2 },
    { value: "", clicks: 1, leads: 1, sales: 0 },
    { value: "NP", clicks: 1, leads: 0, sales: 0 },
  ]);
  expect((await look(counts.token)).text).not.toMatch(/revenue|EUR|4900/);
  expect((await page(counts.token, "?filter=country:is:DE")).figures).toEqual({ leads: 0, sales: 2 });

  const money = await share(user, { ...of, figures: ["clicks", "revenue"] });
  expect((await page(money.token)).figures).toEqual({ clicks: 4, revenue });
  expect((await page(money.token)).tops[0]?.rows[0]).toEqual({ value: "DE", clicks: 2, revenue });
  expect((await look(money.token)).text).not.toMatch(/leads|sales/);

  // The page shows nothing from before `from`, and nothing of other links.
  const all = await share(user, { figures: ["conversions", "revenue"], from: ago(24) });
  expect((await page(all.token, "?period=all")).figures).toEqual({ leads: 1, sales: 2, revenue });
  const changed = { figures: ["clicks"] };
  await call(api, "PATCH", `/api/shares/${all.id}`, { user, body: changed });
  expect((await page(all.token, "?period=all")).figures).toEqual({ clicks: 4 });
});
