import { describe, expect, it } from "vitest";
import { fileLinks, readWhole } from "../../testing/fileLinks.ts";

const prettyLink = (id: number) => `(${id},'L${id}','https://${id}.example/','l${id}','enabled','307','0')`;
const prettyLinks = `INSERT INTO wp_prli_links (id,name,url,slug,link_status,redirect_type,param_forwarding) VALUES ${[1, 2, 3, 4, 5].map(prettyLink).join(",")};\n`;
const metas = (...rows: readonly (readonly [id: number, name: string, value: string])[]) =>
  `INSERT INTO wp_prli_link_metas (link_id,meta_key,meta_value) VALUES ${rows.map(([id, name, value]) => `(${id},'${name}','${value}')`).join(",")};\n`;
const expiries = metas(
  [1, "enable_expire", "1"],
  [1, "expire_type", "date"],
  [1, "expire_date", "2035-01-01"],
  [1, "enable_expired_url", "1"],
  [1, "expired_url", "https://x.example/"],
  [2, "enable_expire", ""],
  [2, "expire_date", "2020-01-01"],
  [2, "health_status", "active"],
  [2, "prli-target-url-weight", "100"],
  [3, "enable_expire", "1"],
  [3, "expire_type", "clicks"],
  [3, "expire_clicks", "10"],
  [4, "enable_expire", "1"],
  [4, "expire_type", "clicks"],
  [4, "expire_clicks", "10"],
  [4, "static-clicks", "3"],
  [5, "enable_expire", "1"],
  [5, "prli_dynamic_redirection", "geo"],
  [5, "geo_url", "https://g.example/"],
  [5, "geo_url", "https://h.example/"],
);

describe("a dump of Pretty Links", () => {
  it.each([
    ["before", `-- MySQL dump\n${expiries}${prettyLinks}`],
    ["behind", `-- MySQL dump\n${prettyLinks}${expiries}`],
  ])("has links with their expiry from the table %s theirs", (_where, file) => {
    const [dated, none, clicks, counted, odd] = fileLinks("prettylinks", file);
    expect(dated).toMatchObject({
      input: { shortUrl: "l1", expiresAt: "2035-01-01T00:00:00.000Z", expiredUrl: "https://x.example/" },
      losses: [],
    });
    expect(none).toMatchObject({ isActive: true, losses: [] });
    expect(none?.input).not.toHaveProperty("expiresAt");
    expect(clicks).toMatchObject({ input: { maxClicks: 10 }, losses: [{ kind: "restriction" }] });
    expect(counted).toMatchObject({ input: { maxClicks: 10 }, visits: 3, losses: [] });
    expect(odd?.losses).toEqual([
      { kind: "rules", message: "Targets for some visitors are not imported: geo" },
      { kind: "column", message: 'Column geo_url "https://g.example/; https://h.example/" is not imported' },
      { kind: "restriction", message: expect.stringContaining("Column expire_type") },
    ]);
  });

  it("is read in parts twice, whose second reading has the same records", () => {
    const file = `\uFEFF-- MySQL dump\n${prettyLinks}${expiries}`;
    const whole = readWhole("prettylinks", file);
    expect(whole.records).toHaveLength(5);
    for (const size of [1, 50, 333]) expect(readWhole("prettylinks", file, size), String(size)).toEqual(whole);
    expect(readWhole("prettylinks", Buffer.from(file, "utf16le"), 333).records).toEqual(whole.records);
  });
});

describe("a dump of Redirection", () => {
  const item = (id: number, group: number) =>
    `INSERT INTO wp_${id}_redirection_items (id,url,group_id,status,action_type,action_code,action_data,match_type) VALUES (${id},'/${id}',${group},'enabled','url',301,'https://a.example/','url');\n`;
  const groups = (site: number, status: string) =>
    `INSERT INTO wp_${site}_redirection_groups (id,name,status) VALUES (2,'Site ${site}','${status}');\n`;

  it("has the names and states of groups, each of its own site", () => {
    const file = `${item(1, 2)}${groups(1, "enabled")}${groups(2, "disabled")}${item(2, 2)}${item(2, 9)}`;
    expect(fileLinks("redirection", file)).toMatchObject([
      { group: "Site 1", isActive: true, losses: [] },
      { group: "Site 2", isActive: false, losses: [] },
      { group: "", isActive: true },
    ]);
  });

  it("without them says so, and has links", () => {
    const { records, notes } = readWhole("redirection", item(1, 2));
    expect(records).toHaveLength(1);
    expect(notes).toEqual(["The dump has no table redirection_groups, so links are imported without their groups"]);
  });
});

it("a dump of Kutt has the domains of links", () => {
  const file =
    "INSERT INTO links (id,address,target,domain_id) VALUES (1,'a','https://a.example/',7),(2,'b','https://b.example/',NULL);\nINSERT INTO domains (id,address) VALUES (7,'go.example');\n";
  expect(fileLinks("kutt", file)).toMatchObject([
    { input: { domain: "go.example" }, losses: [] },
    { input: { domain: "" }, losses: [] },
  ]);
});

describe("a dump's other tables", () => {
  const url = "INSERT INTO yourls_url (keyword,url) VALUES ('a','https://a.example/');\n";

  it("are listed with their rows", () => {
    const other =
      "INSERT INTO yourls_log VALUES (1,'x'),(2,'y');\nINSERT INTO yourls_options SET a = 1;\nCREATE TABLE e (a int);\n";
    for (const size of [9, 1000]) {
      expect(readWhole("yourls", `${other}${url}${other}`, size).notes).toEqual([
        "Tables that are not imported: yourls_log (4 rows), yourls_options (2 rows)",
      ]);
    }
    expect(readWhole("yourls", url).notes).toEqual([]);
  });

  it("are listed up to a number: of a thousand, the largest ones", () => {
    const others = Array.from({ length: 1000 }, (_, n) => `INSERT INTO t${n} VALUES ${"(1),".repeat(n % 50)}(1);\n`);
    const [note] = readWhole("yourls", `${others.join("")}${url}`).notes;
    expect(note).toMatch(
      /^Tables that are not imported: t49 \(50 rows\), t99 \(50 rows\), .*, others \(24,\d+ rows\)$/,
    );
    expect(note?.split(", t")).toHaveLength(20);
  });

  it("that are not UTF-8 are no matter, but a link's text is read as Windows-1252", () => {
    const bytes = Buffer.from(`INSERT INTO a VALUES ('\xff');\n${url.replace("'a'", "'\xe4'")}`, "latin1");
    const { records, notes } = readWhole("yourls", bytes);
    expect(records).toEqual([{ keyword: "ä", url: "https://a.example/" }]);
    expect(notes).toEqual([
      "The file is not UTF-8 and was read as Windows-1252. Check the names of the links",
      "Tables that are not imported: a (1 row)",
    ]);
  });
});
