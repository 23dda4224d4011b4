import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDns, type TestDns } from "../../testing/dnsServer.ts";
import { operate } from "../../testing/listings.ts";
import { call, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let dns: TestDns;
let api: TestApi;
let ada: TestUser;
let eve: TestUser;

beforeAll(async () => {
  dns = await openTestDns();
  api = await openTestApi({ settings: { SHORT_URL: "https://hop.example", DNS_RESOLVERS: [dns.address] } });
  [ada, eve] = [await signUp(api), await signUp(api)];
});
afterAll(async () => {
  await api.close();
  await dns.close();
});
beforeEach(() => {
  dns.zones.clear();
  dns.zones.set("hop.example", { A: ["203.0.113.7"], AAAA: ["2001:db8::7"] });
});

interface Shown {
  readonly _id: string;
  readonly state: string;
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly records: readonly { type: string; name: string; value: string; isFound: boolean }[];
}

let names = 0;
const freshName = () => `go${++names}.brand.example`;

async function add(user: TestUser, name: string, more: object = {}): Promise<Shown> {
  const { status, body } = await call(api, "POST", "/api/domains", { user, body: { name, ...more } });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body["data"] as Shown;
}

async function verify(user: TestUser, { _id }: Pick<Shown, "_id">): Promise<Shown> {
  const { body } = await call(api, "POST", `/api/domains/${_id}/verify`, { user });
  return body["data"] as Shown;
}

/** Creates the DNS records that the domain's owner must set. */
function follow({ records }: Shown): void {
  for (const { type, name, value } of records) {
    dns.zones.set(name, { ...dns.zones.get(name), [type]: type === "CNAME" ? value : [value] });
  }
}

async function addProved(user: TestUser, name = freshName()): Promise<Shown> {
  const added = await add(user, name);
  follow(added);
  expect(await verify(user, added)).toMatchObject({ state: "verified", problems: [] });
  return added;
}

const sql = (text: string, ...values: string[]) => api.services.reads.query<Record<string, unknown>>(text, values);

describe("adding a domain", () => {
  it("says what to set in DNS, and proves it once that is set", async () => {
    const name = freshName();
    const added = await add(ada, `${name.toUpperCase()}.`);
    expect(added).toMatchObject({
      name,
      displayName: name,
      state: "pending",
      ignoresCase: false,
      isDefault: false,
      rootUrl: null,
      links: 0,
      records: [
        { type: "TXT", name: `_hoplog.${name}`, value: expect.stringMatching(/^hoplog-verification=[0-9a-f]{40}$/) },
        { type: "CNAME", name, value: "hop.example", isFound: false },
      ],
    });
    expect(added.problems).toHaveLength(2);
    follow(added);
    const verified = await verify(ada, added);
    expect(verified).toMatchObject({ state: "verified", problems: [], warnings: [] });
    expect(verified.records.every(({ isFound }) => isFound)).toBe(true);
    expect((await call(api, "GET", `/api/domains/${added._id}`, { user: ada })).body["data"]).toEqual(verified);
  });

  it("tells the owner of an apex to set addresses, and what else is there", async () => {
    dns.zones.set("shop.example", { A: ["198.51.100.1"], MX: ["mail.shop.example"], TXT: ["v=spf1 -all"] });
    const added = await add(ada, "shop.example");
    expect(added).toMatchObject({
      state: "pending",
      records: [{ type: "TXT" }, { type: "A", value: "203.0.113.7" }, { type: "AAAA", value: "2001:db8::7" }],
      warnings: [expect.stringContaining("other records"), expect.stringContaining("a website")],
    });
    follow(added);
    expect(await verify(ada, added)).toMatchObject({ state: "verified", warnings: [expect.any(String)] });
    dns.zones.set("shop.example", { A: ["203.0.113.7", "198.51.100.1"] });
    expect(await verify(ada, added)).toMatchObject({
      state: "misconfigured",
      problems: [expect.stringContaining("also points to another server")],
    });
  });

  it("is served as soon as it is proved, wherever its visitors still go", async () => {
    const added = await add(ada, freshName());
    dns.zones.set(added.records[0]?.name ?? "", { TXT: ["other", added.records[0]?.value ?? ""] });
    expect(await verify(ada, added)).toMatchObject({ state: "misconfigured" });
    dns.zones.set(added.records[1]?.name ?? "", { CNAME: "edge.example" });
    dns.zones.set("edge.example", { CNAME: "hop.example" });
    expect(await verify(ada, added)).toMatchObject({ state: "verified" });
  });

  it("is refused for what can't be one, and for one that is there", async () => {
    for (const name of ["", "co.uk", "hop.example", "localhost", "10.0.0.1", "https://x.example"]) {
      const { status, body } = await call(api, "POST", "/api/domains", { user: ada, body: { name } });
      expect({ name, status, body }).toMatchObject({
        status: 422,
        body: { error: { details: { fields: [{ field: "name" }] } } },
      });
    }
    const name = freshName();
    await add(ada, name);
    const again = await call(api, "POST", "/api/domains", { user: ada, body: { name } });
    expect(again).toMatchObject({ status: 409, body: { error: { details: { field: "name" } } } });
  });

  it("happens once of several at a time", async () => {
    const name = freshName();
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await call(api, "POST", "/api/domains", { user: ada, body: { name } })).status),
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
  });

  it("ends at a hundred", async () => {
    const user = await signUp(api);
    await sql(
      `INSERT INTO domain (id, owner_id, number, name, state, ignores_case, token, revision, added_at, state_at)
       SELECT gen_random_uuid(), $1, 1000000 + n, 'many' || n || '.example', 'pending', false, 'x', 1, now(), now()
       FROM generate_series(1, 100) AS many (n)`,
      user.id,
    );
    const refused = await call(api, "POST", "/api/domains", { user, body: { name: freshName() } });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: {
          details: {
            fields: [{ field: "name", message: "A workspace can have at most 100 domains. Remove one first" }],
          },
        },
      },
    });
    await sql("DELETE FROM domain WHERE owner_id = $1", user.id);
  });

  it("changes nothing while DNS gives no answer", async () => {
    const added = await addProved(ada);
    for (const { name } of added.records) dns.zones.set(name, { fails: true });
    expect(await verify(ada, added)).toMatchObject({
      state: "verified",
      problems: [expect.stringContaining("did not respond")],
    });
  });
});

describe("a name", () => {
  it("may wait at several accounts, and is the first one's that proves it", async () => {
    const name = freshName();
    const [first, second] = [await add(ada, name), await add(eve, name)];
    follow(second);
    expect(await verify(eve, second)).toMatchObject({ state: "verified" });
    follow(first);
    expect(await verify(ada, first)).toMatchObject({
      state: "pending",
      problems: [expect.stringContaining("connected to another workspace")],
    });
    const third = await signUp(api);
    const refused = await call(api, "POST", "/api/domains", { user: third, body: { name } });
    expect(refused).toMatchObject({ status: 409, body: { message: "This domain is connected to another workspace" } });
    await call(api, "DELETE", `/api/domains/${second._id}`, { user: eve });
    expect(await verify(ada, first)).toMatchObject({ state: "verified" });
  });

  it("is one account's where two prove it at the same time", async () => {
    const name = freshName();
    const added = await Promise.all([add(ada, name), add(eve, name)]);
    const texts = added.map(({ records }) => records[0]?.value ?? "");
    dns.zones.set(`_hoplog.${name}`, { TXT: texts });
    dns.zones.set(name, { CNAME: "hop.example" });
    const [first, second] = added;
    if (!first || !second) throw new Error("two were added");
    const states = (await Promise.all([verify(ada, first), verify(eve, second)])).map(({ state }) => state);
    expect(states.toSorted()).toEqual(["pending", "verified"]);
  });

  it("is lost after a week without its record, and may then be another's; the codes of the one before stay behind", async () => {
    const name = freshName();
    const added = await addProved(ada, name);
    dns.zones.set(`_hoplog.${name}`, {});
    expect(await verify(ada, added)).toMatchObject({
      state: "misconfigured",
      problems: [expect.stringContaining("is missing")],
    });
    await sql("UPDATE domain_check SET missing_at = now() - interval '8 days' WHERE domain_id = $1", added._id);
    expect(await verify(ada, added)).toMatchObject({ state: "lost" });
    const taken = await addProved(eve, name);
    follow(added);
    expect(await verify(ada, added)).toMatchObject({ state: "lost", problems: [expect.any(String)] });
    const { rows } = await sql("SELECT id, number FROM domain WHERE name = $1", name);
    const numberOf = (id: string) => rows.find((row) => row["id"] === id)?.["number"];
    expect(numberOf(taken._id)).not.toBe(numberOf(added._id));
    await call(api, "DELETE", `/api/domains/${added._id}`, { user: ada });
    await call(api, "DELETE", `/api/domains/${taken._id}`, { user: eve });
    const back = await addProved(ada, name);
    const { rows: again } = await sql("SELECT number FROM domain WHERE id = $1", back._id);
    expect(again[0]?.["number"]).toBe(numberOf(added._id));
  });

  it("that comes back keeps whether its codes ignore case", async () => {
    const name = freshName();
    const added = await add(ada, name, { ignoresCase: true });
    await call(api, "DELETE", `/api/domains/${added._id}`, { user: ada });
    const other = await call(api, "POST", "/api/domains", { user: ada, body: { name, ignoresCase: false } });
    expect(other).toMatchObject({ status: 422, body: { error: { details: { fields: [{ field: "ignoresCase" }] } } } });
    expect(await add(ada, name)).toMatchObject({ ignoresCase: true });
  });
});

describe("what a domain serves", () => {
  const change = (id: string, body: object) => call(api, "PATCH", `/api/domains/${id}`, { user: ada, body });

  it("is set and cleared", async () => {
    const { _id } = await add(ada, freshName());
    const settings = { rootUrl: "https://brand.example/", robotsTxt: "User-agent: *\n", assetLinks: "[]" };
    expect((await change(_id, settings)).body["domain"]).toMatchObject({ ...settings, unknownUrl: null });
    expect((await change(_id, { rootUrl: null, assetLinks: " " })).body["data"]).toMatchObject({
      rootUrl: null,
      robotsTxt: "User-agent: *\n",
      assetLinks: null,
    });
  });

  it("is refused where it can't be served", async () => {
    const name = freshName();
    const { _id } = await add(ada, name);
    const wrong = [
      { rootUrl: "javascript:alert(1)" },
      { unknownUrl: "https://hop.example/x" },
      { expiredUrl: `https://${name}/x` },
      { robotsTxt: "ä".repeat(8193) },
      // The limit applies to the text sent to redirectors, in which each quote takes two bytes.
      { robotsTxt: '"'.repeat(8193) },
      { assetLinks: "{" },
      { appleAppSiteAssociation: "1" },
    ];
    for (const body of wrong) {
      expect(await change(_id, body)).toMatchObject({
        status: 422,
        body: { error: { details: { fields: [{ field: Object.keys(body)[0] }] } } },
      });
    }
    expect(await change(_id, {})).toMatchObject({ status: 422 });
    expect(await change(_id, { isDefault: "yes" })).toMatchObject({ status: 422 });
  });

  it("is refused where a URL is listed", async () => {
    const { _id } = await add(ada, freshName());
    await operate(api, "block", "bad.example", "--reason", "Phishing");
    await expect
      .poll(() => change(_id, { unknownUrl: "https://www.bad.example/x" }))
      .toMatchObject({ status: 422, body: { error: { details: { fields: [{ field: "unknownUrl" }] } } } });
  });

  it("is one default domain at a time", async () => {
    const [one, two] = [await add(ada, freshName()), await add(ada, freshName())];
    await change(one._id, { isDefault: true });
    await change(two._id, { isDefault: true });
    const { body } = await call(api, "GET", "/api/domains", { user: ada });
    const chosen = (body["data"] as { _id: string; isDefault: boolean }[]).filter(({ isDefault }) => isDefault);
    expect(chosen.map(({ _id }) => _id)).toEqual([two._id]);
    expect((await change(two._id, { isDefault: false })).body["data"]).toMatchObject({ isDefault: false });
  });
});

it("domains are looked up by themselves", async () => {
  const added = await add(ada, freshName());
  follow(added);
  await sql("UPDATE domain_check SET next_at = now() WHERE domain_id = $1", added._id);
  const look = async () => (await call(api, "GET", `/api/domains/${added._id}`, { user: ada })).body["data"];
  await expect.poll(look, { interval: 200 }).toMatchObject({ state: "verified" });
  const text = await api.registry.getSingleMetricAsString("hoplog_api_domain_checks_total");
  expect(text).toMatch(/result="verified",service="api"\} [1-9]/);
});
