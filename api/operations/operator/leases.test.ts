import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { raw, sql, type Sql } from "@hoplog/platform/postgres/sql.js";
import { leaseVisits, useVisits } from "../../testing/caps.ts";
import { operatorCommand } from "../../testing/operatorCommand.ts";
import { call, makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
});
beforeEach(async () => {
  for (const table of ["visit_lease", "lease_holder"]) await api.services.reads.query(sql`DELETE FROM ${raw(table)}`);
});
afterAll(() => api.close());

const operator = (...args: string[]) => operatorCommand(api, ...args);
const query = async (statement: string | Sql) => (await api.services.reads.query(statement)).rows;

async function visitsLeft(id: string) {
  const { body } = await call(api, "GET", `/api/urls/${id}`, { user });
  return (body["url"] as Record<string, unknown>)["visitsLeft"];
}

async function overdue(): Promise<string | undefined> {
  return /^hoplog_api_leased_visits_overdue(?:\{.*\})? (.+)$/m.exec(await api.registry.metrics())?.[1];
}

/** Sets the time of the leases to the given number of seconds ago. */
const age = (holder: string, seconds: number) =>
  query(sql`UPDATE visit_lease SET granted_at = now() - make_interval(secs => ${seconds}) WHERE holder_id = ${holder}`);

it("lists the redirectors that hold visits for more than a minute, longest first", async () => {
  const nobody = "No visits have been leased for more than a minute.";
  expect(await operator("list", "leases")).toEqual({ code: 0, out: nobody, err: "" });
  expect(await overdue()).toBe("0");
  const { id } = await makeLink(api, user, { maxClicks: 100 });
  const other = await makeLink(api, user, { maxClicks: 100 });
  const [away, longer, alive] = [randomUUID(), randomUUID(), randomUUID()];
  await leaseVisits(api, { linkId: id, visits: 3, holder: away, host: "box-1\u001b[31m" });
  await leaseVisits(api, { linkId: other.id, visits: 4, holder: away, host: "box-1" });
  await leaseVisits(api, { linkId: id, visits: 5, holder: longer, host: "box-2" });
  await leaseVisits(api, { linkId: id, visits: 6, holder: alive, host: "box-3" });
  await age(away, 90);
  await age(longer, 3600);
  const { out } = await operator("list", "leases");
  expect(out.split("\n")).toEqual([
    expect.stringMatching(new RegExp(`^\\S+Z  box-2  ${longer}  5 visits in 1 lease$`)),
    expect.stringMatching(new RegExp(`^\\S+Z  box-1\\?\\[31m  ${away}  7 visits in 2 leases$`)),
    "2 redirector processes are away: start them again, or declare them lost.",
  ]);
  expect((await operator("list", "leases", "--limit", "1")).out).not.toContain(away);
  expect(await overdue()).toBe("12");
});

it("declares a host lost: what its listeners hold counts as used, and they get nothing more", async () => {
  const { id } = await makeLink(api, user, { maxClicks: 20 });
  await useVisits(api, id, 2);
  const [first, second, other] = [randomUUID(), randomUUID(), randomUUID()];
  await leaseVisits(api, { linkId: id, visits: 3, holder: first, host: "lost-box" });
  const { lease } = await leaseVisits(api, { linkId: id, visits: 4, holder: second, host: "lost-box" });
  await leaseVisits(api, { linkId: id, visits: 5, holder: other, host: "other-box" });
  const { code, out } = await operator("lost", "lost-box");
  expect({ code, lines: out.split("\n").toSorted() }).toEqual({
    code: 0,
    lines: [
      `lost-box  ${first}  is lost: 3 visits count as used.`,
      `lost-box  ${second}  is lost: 4 visits count as used.`,
    ].toSorted(),
  });
  expect(await visitsLeft(id)).toBe(11);
  // A lost redirector that returns can still settle its old lease: its visits are neither counted nor freed again.
  await query(sql`SELECT settle_lease(${lease}, 1)`);
  expect(await visitsLeft(id)).toBe(11);
  expect(await leaseVisits(api, { linkId: id, visits: 1, holder: second, host: "lost-box" })).toMatchObject({
    granted: 0,
  });
  expect((await leaseVisits(api, { linkId: id, visits: 1, holder: randomUUID(), host: "lost-box" })).granted).toBe(1);
  expect(await query(sql`SELECT sum(visits)::int AS held FROM visit_lease WHERE holder_id = ${other}`)).toEqual([
    { held: 5 },
  ]);
});

it("declares one listener lost by its id, once, and it stands in the audit", async () => {
  const { id } = await makeLink(api, user, { maxClicks: 3 });
  const [holder, neighbour] = [randomUUID(), randomUUID()];
  await leaseVisits(api, { linkId: id, visits: 2, holder, host: "box-9" });
  await leaseVisits(api, { linkId: id, visits: 1, holder: neighbour, host: "box-9" });
  expect(await operator("lost", holder)).toEqual({
    code: 0,
    out: `box-9  ${holder}  is lost: 2 visits count as used.`,
    err: "",
  });
  expect(await visitsLeft(id)).toBe(1);
  const { out } = await operator("list", "audit", "--limit", "1");
  expect(out).toContain("DeclareRedirectorLost");
  expect(out).toContain(`redirector ${holder}`);
  expect(out).toMatch(/"operator":"ops".*"host":"box-9".*"visits":2|"host":"box-9".*"visits":2.*"operator":"ops"/);
  const nothing = { code: 1, out: "", err: "No redirector with this host or id has leased visits." };
  expect(await operator("lost", holder)).toEqual(nothing);
  expect(await operator("lost", "no-such-box")).toEqual(nothing);
});

it("helps with what it can't understand", async () => {
  for (const args of [["lost"], ["lost", "a", "b"], ["lost", "a", "--limit", "1"], ["list", "leases", "--user", "a"]])
    expect(await operator(...args)).toMatchObject({ code: 2, out: "" });
});
