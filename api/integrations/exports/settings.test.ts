import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { limits } from "@hoplog/schema/limits.js";
import { defaultRates } from "../../kernel/limits/rates.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  after,
  createExport,
  endExports,
  type ExportTests,
  exportSettings,
  loopback,
  openExportTests,
} from "../../testing/clickExports.ts";
import { inject } from "../../testing/inject.ts";
import { call, graphql, openTestApi, password, signUp, type TestUser } from "../../testing/testApi.ts";
import { unzip } from "../../testing/unzip.ts";

let tests: ExportTests;
let user: TestUser;
beforeAll(async () => {
  tests = await openExportTests();
  user = await signUp(tests.api);
});
afterEach(() => endExports(tests));
afterAll(() => tests.close());

const create = (more: object, by = user) =>
  call(tests.api, "POST", "/api/exports", { user: by, body: exportSettings(tests.s3, more) });

const secret = "a-secret-that-nobody-reads-again";

describe("an export's secret", () => {
  it("stands in no answer, no archive, no audit, and in the database only sealed", async () => {
    const { id } = await createExport(tests, user, { secret });
    await call(tests.api, "PATCH", `/api/exports/${id}`, { user, body: { name: "Other", secret: `${secret}2` } });
    await call(tests.api, "POST", `/api/exports/${id}/try`, { user });
    const query = "{ clickExports { id name accessKeyId error } }";
    const answers = [
      await call(tests.api, "GET", "/api/exports", { user }),
      await call(tests.api, "GET", `/api/exports/${id}/files`, { user }),
      await graphql(tests.api, query, {}, user),
      await graphql(tests.api, "{ clickExports { secret } }", {}, user),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
    expect(JSON.stringify(answers)).not.toContain(secret);
    const headers = { authorization: `Bearer ${user.accessToken}` };
    const { rawPayload } = await inject(tests.api, { method: "GET", url: "/api/auth/export", headers });
    const files = await unzip(rawPayload);
    expect(files["exports.json"]).toContain(`"name": "Other"`);
    expect(Object.values(files).join("\n")).not.toContain(secret);
    for (const table of ["click_export", "click_export_file", "audit", "event", "mail_outbox"]) {
      const { rows } = await tests.api.services.reads.query<{ row: string }>(
        sql`SELECT to_jsonb(t)::text AS row FROM ${raw(table)} AS t`,
      );
      const all = rows.map(({ row }) => row).join("\n");
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString("hex"));
    }
  });

  it("that was sealed under another secret of the installation has to be given again", async () => {
    const { id } = await createExport(tests, user);
    await tests.api.services.reads.query(
      "UPDATE click_export SET secret = set_byte(secret, 20, 1 - get_byte(secret, 20) % 2)",
    );
    const { body } = await call(tests.api, "POST", `/api/exports/${id}/try`, { user });
    expect(body).toMatchObject({
      data: { written: false, problem: expect.stringContaining("Enter the access key again") },
    });
    await call(tests.api, "PATCH", `/api/exports/${id}`, { user, body: { secret: tests.s3.secret } });
    const { body: again } = await call(tests.api, "POST", `/api/exports/${id}/try`, { user });
    expect(again).toMatchObject({ data: { written: true, removed: true, problem: null } });
  });
});

describe("a try", () => {
  const tried = async (more: object) => {
    const { id } = await createExport(tests, user, more);
    const { body } = await call(tests.api, "POST", `/api/exports/${id}/try`, { user });
    return body["data"];
  };

  it("writes a small object and removes it", async () => {
    const { prefix, id } = await createExport(tests, user);
    const { body } = await call(tests.api, "POST", `/api/exports/${id}/try`, { user });
    expect(body["data"]).toEqual({ written: true, removed: true, problem: null });
    expect(tests.s3.asked.map((each) => each.split(/-test-/)[0])).toEqual([
      `PUT /clicks/${prefix}/hoplog`,
      `DELETE /clicks/${prefix}/hoplog`,
    ]);
    expect(await tests.s3.keys(prefix)).toEqual([]);
  });

  it.each([
    [
      "a name that is not in DNS",
      { endpoint: "https://no-such-host.invalid" },
      /not a public address, or its host name cannot be resolved/,
    ],
    ["a private address", { endpoint: "https://192.168.1.1" }, /not a public address/],
    ["the machine's own under another name", { endpoint: "https://[::ffff:10.0.0.1]" }, /not a public address/],
    [
      "a wrong secret",
      { secret: "wrong" },
      /secret access key does not match the access key ID \(HTTP 403, SignatureDoesNotMatch\)/,
    ],
    ["an unknown key", { accessKeyId: "NOBODY" }, /does not know this access key ID/],
    ["no such bucket", { bucket: "nothing-here" }, /bucket does not exist \(HTTP 404, NoSuchBucket\)/],
  ])("says what is wrong: %s", async (_, more, problem) => {
    expect(await tried(more)).toEqual({ written: false, removed: false, problem: expect.stringMatching(problem) });
  });

  it("says that nothing listens, and that there is no TLS", async () => {
    expect(await tried({ endpoint: `http://127.0.0.1:${await freePort()}` })).toMatchObject({
      problem: "Writing: The endpoint refuses connections: check the port",
    });
    const plain = tests.s3.endpoint.replace("http:", "https:");
    expect(await tried({ endpoint: plain })).toMatchObject({
      problem: expect.stringMatching(/Cannot establish a TLS connection/),
    });
  });

  it("follows no redirect, and shows little of what a server says", async () => {
    tests.s3.fault = (_request, response) => {
      response
        .writeHead(302, { location: "http://169.254.169.254/latest/meta-data" })
        .end("<Code>see &lt;b&gt;</Code>");
      return true;
    };
    expect(await tried({})).toMatchObject({
      problem: "Writing: The server redirects to another address; redirects are not followed (HTTP 302)",
    });
    expect(tests.s3.asked).toHaveLength(1);
  });

  it("says that files can be written where they can't be removed", async () => {
    tests.s3.fault = (request, response) => {
      if (request.method !== "DELETE") return false;
      response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
      return true;
    };
    expect(await tried({})).toMatchObject({
      written: true,
      removed: false,
      problem: expect.stringMatching(/^Removing: Access denied/),
    });
  });
});

describe("many tries", () => {
  it("are refused: each is a request to somebody else's server", async () => {
    const rates = { ...defaultRates, clickExport: { points: 2, seconds: 60 } };
    const limited = await openTestApi({ settings: { rates, EXPORT_NETWORKS: [...loopback] } });
    try {
      const person = await signUp(limited);
      const { id } = await createExport({ ...tests, api: limited }, person);
      const tries: number[] = [];
      for (let i = 0; i < 3; i++)
        tries.push((await call(limited, "POST", `/api/exports/${id}/try`, { user: person })).status);
      expect(tries).toEqual([200, 200, 429]);
      const range = { from: "2026-01-01", to: "2026-01-02" };
      const { status } = await call(limited, "POST", `/api/exports/${id}/range`, { user: person, body: range });
      expect(status).toBe(429);
    } finally {
      await limited.close();
    }
  });
});

describe("bad exports", () => {
  it.each([
    ["no name", { name: " " }, "name"],
    ["a long name", { name: "a".repeat(limits.clickExportNameMax + 1) }, "name"],
    ["a name with a NUL", { name: "a\u0000b" }, "name"],
    ["a name with half a surrogate pair", { name: "\ud800" }, "name"],
    ["a name of two lines", { name: "a\r\nBcc: b@example.com" }, "name"],
    ["no URL", { endpoint: "s3" }, "endpoint"],
    ["a URL with a path", { endpoint: "https://s3.example.com/bucket" }, "endpoint"],
    ["a URL with a password", { endpoint: "https://a:b@s3.example.com" }, "endpoint"],
    ["another scheme", { endpoint: "file:///etc" }, "endpoint"],
    ["a huge URL", { endpoint: `https://${"a".repeat(100_000)}.example.com` }, "endpoint"],
    ["a region with spaces", { region: "eu west" }, "region"],
    ["a bucket with a slash", { bucket: "a/b" }, "bucket"],
    ["no bucket", { bucket: "" }, "bucket"],
    ["a prefix that climbs", { prefix: "a/../b" }, "prefix"],
    ["a prefix with a space", { prefix: "a b" }, "prefix"],
    ["no key", { accessKeyId: "" }, "accessKeyId"],
    ["a key with a line break", { accessKeyId: "a\r\nb: c" }, "accessKeyId"],
    ["no secret", { secret: null }, "secret"],
    ["a huge secret", { secret: "a".repeat(100_000) }, "secret"],
    ["an unknown cadence", { cadence: "yearly" }, "cadence"],
    ["a year long ago", { from: "1999-12-31" }, "from"],
    ["no date", { from: "yesterday" }, "from"],
  ])("%s is refused", async (_, more, field) => {
    const { status, body } = await create(more);
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(`"field":"${field}"`)]);
  });

  it("a new name with a NUL is refused", async () => {
    const { id } = await createExport(tests, user);
    const { status } = await call(tests.api, "PATCH", `/api/exports/${id}`, { user, body: { name: "a\u0000b" } });
    expect(status).toBe(422);
  });

  it("http is refused where the operator has named no networks", async () => {
    const api = await openTestApi();
    try {
      const person = await signUp(api);
      const { body } = await call(api, "POST", "/api/exports", { user: person, body: exportSettings(tests.s3) });
      expect(JSON.stringify(body)).toContain("Must begin with https://");
    } finally {
      await api.close();
    }
  });

  it("the same place twice, and more than there can be, are conflicts", async () => {
    const person = await signUp(tests.api);
    const place = { prefix: "same/place" };
    expect((await create(place, person)).status).toBe(201);
    expect((await create({ prefix: "/same/place/" }, person)).body).toMatchObject({
      error: { details: { field: "bucket" } },
    });
    const more = await Promise.all(Array.from({ length: 10 }, () => create({}, person)));
    expect(more.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 409, 409, 409, 409, 409, 409]);
  });

  it("a new key without its secret, a range that is nothing, and one of too many files are refused", async () => {
    const { id } = await createExport(tests, user, { cadence: "hourly" });
    const bad = async (method: "PATCH" | "POST", path: string, body: object) =>
      JSON.stringify((await call(tests.api, method, `/api/exports/${id}${path}`, { user, body })).body);
    expect(await bad("PATCH", "", { accessKeyId: "OTHER" })).toContain('"field":"secret"');
    const range = (from: string, to: string) => bad("POST", "/range", { from, to });
    expect(await range("2026-01-02", "2026-01-01")).toContain('"field":"to"');
    expect(await range(after(0).toISOString(), after(1).toISOString())).toContain(
      "The range contains no complete period",
    );
    expect(await range("2026-01-01", "2026-01-02")).toContain('"files":0');
    expect(await range("2001-01-01", "2026-01-01")).toContain("Choose a shorter range");
    expect(await range("1970-01-01", "2026-01-01")).toContain('"field":"from"');
  });
});

describe("an export", () => {
  it("ends with its account", async () => {
    const person = await signUp(tests.api);
    const { id } = await createExport(tests, person);
    const deletion = "mutation ($password: String!) { deleteAccount(password: $password) }";
    await graphql(tests.api, deletion, { password }, person);
    const { rows } = await tests.api.services.reads.query(sql`SELECT 1 FROM click_export WHERE id = ${id}`);
    expect(rows).toEqual([]);
  });
});
