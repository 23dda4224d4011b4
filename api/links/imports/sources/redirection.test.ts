import { describe, expect, it } from "vitest";
import { fileLinks } from "../../../testing/fileLinks.ts";

const readAll = (file: string) => fileLinks("redirection", file);
const readRow = (row: string) => readAll(`source,target,regex,code,type,hits,title,status\n${row}\n`)[0];

interface Redirect {
  readonly [field: string]: unknown;
}
/** A redirect as exported by the plugin, with some values replaced. */
const redirect = (more: Redirect): Redirect => ({
  id: 7,
  url: "/spring",
  match_url: "/spring",
  match_data: { source: { flag_query: "exact", flag_case: false, flag_trailing: false, flag_regex: false } },
  action_code: 301,
  action_type: "url",
  action_data: { url: "https://a.example/" },
  match_type: "url",
  title: "Spring",
  hits: 12,
  regex: false,
  group_id: 2,
  position: 3,
  last_access: "1 March 2024",
  enabled: true,
  ...more,
});
const groups = [{ id: 2, name: "Campaigns", redirects: 1, module_id: 1, moduleName: "WordPress", enabled: true }];
const readJson = (...redirects: readonly Redirect[]) => {
  const plugin = { version: "5.4.2", date: "Fri, 01 Mar 2024 10:00:00 +0000" };
  return readAll(JSON.stringify({ plugin, groups, redirects }, null, 4));
};

describe("a file of Redirection", () => {
  it("is read as CSV", () => {
    expect(readRow('"/spring","https://a.example/",0,301,"url",12,"Spring","active"')).toMatchObject({
      input: { shortUrl: "spring", originalUrl: "https://a.example/", name: "Spring", redirectStatus: 301 },
      visits: 12,
      isActive: true,
      losses: [],
      refusal: null,
    });
    expect(readRow('"/spring","https://a.example/",0,302,"url",0,"","disabled"')).toMatchObject({ isActive: false });
  });

  it("is read as CSV of the version that names a column too many", () => {
    const heading = "source,target,regex,code,type,match,hits,title,status";
    const [shifted] = readAll(`${heading}\n"/a","https://a.example/",0,301,"url",12,"Spring","disabled"\n`);
    expect(shifted).toMatchObject({
      input: { name: "Spring" },
      visits: 12,
      isActive: false,
      losses: [],
      refusal: null,
    });
    const [whole] = readAll(`${heading}\n"/a","https://a.example/",0,301,"url","url",12,"Spring","active"\n`);
    expect(whole).toMatchObject({ input: { name: "Spring" }, visits: 12, isActive: true, losses: [], refusal: null });
  });

  it("is read as JSON, with the names of groups", () => {
    expect(readJson(redirect({}), redirect({ id: 8, enabled: false, group_id: 9 }))).toMatchObject([
      {
        id: "7",
        input: { shortUrl: "spring", originalUrl: "https://a.example/", name: "Spring", redirectStatus: 301 },
        group: "Campaigns",
        visits: 12,
        isActive: true,
        losses: [],
        refusal: null,
      },
      { id: "8", group: "", isActive: false },
    ]);
    const pass = { source: { flag_query: "pass" }, options: { log_exclude: true } };
    expect(readJson(redirect({ match_data: pass }))).toMatchObject([{ input: { forwardQuery: true }, losses: [] }]);
  });

  it("is read as JSON of early versions, which have a URL alone", () => {
    const early = redirect({ action_data: "https://a.example/", match_data: undefined });
    expect(readJson(early)).toMatchObject([{ input: { originalUrl: "https://a.example/" }, refusal: null }]);
    expect(readJson(redirect({ action_data: null }))).toMatchObject([{ input: { originalUrl: "" } }]);
  });

  it("is read by the same rules if it is given as any file", () => {
    const json = JSON.stringify({ groups, redirects: [redirect({ url: "https://b.example/(.*)", regex: true })] });
    expect(fileLinks("csv", json)).toMatchObject([{ refusal: expect.stringContaining("regular expression") }]);
  });

  it.each<[string, string]>([
    ['"/old/(.*)","https://a.example/$1",1,301,"url",0,"","active"', "regular expression"],
    ['"/a","/b",0,301,"pass",0,"","active"', "action pass"],
    ['"/a","https://a.example/",0,301,"random",0,"","active"', "action random"],
    ['"/a","https://a.example/",0,0,"nothing",0,"","active"', "action nothing"],
    ['"/a","",0,410,"error",0,"","active"', "action error"],
    ['"/a","",0,404,"url",0,"","active"', "status 404"],
    ['"/a","/unknown",0,301,"url",0,"","active"', "Export the redirects as JSON"],
    ['"/a","/b",0,301,"url",0,"","active"', "target /b is a path"],
  ])("has rows that are no links: %s", (row, reason) => {
    expect(readRow(row)?.refusal).toContain(reason);
  });

  it("has patterns by a flag of their source too", () => {
    expect(readJson(redirect({ match_data: { source: { flag_regex: true } } }))).toMatchObject([
      { refusal: expect.stringContaining("regular expression") },
    ]);
  });

  it("has conditions, which are rules if both URLs are known", () => {
    const [from, notFrom] = ["https://b.example/", "https://c.example/"];
    const both = { url_from: from, url_notfrom: notFrom };
    expect(
      readJson(
        redirect({ match_type: "language", action_data: { language: "de,de-AT", ...both } }),
        redirect({ match_type: "ip", action_data: { ip: ["192.0.2.1"], ...both } }),
      ),
    ).toMatchObject([
      {
        input: { originalUrl: notFrom, rules: [{ when: { values: ["de", "de-AT"] }, then: { url: from } }] },
        losses: [],
      },
      { input: { originalUrl: notFrom, rules: [{ when: { values: ["192.0.2.1"] }, then: { url: from } }] } },
    ]);
  });

  it.each<[string, Redirect, string]>([
    ["language", { language: "de", url_from: "https://b.example/", url_notfrom: "" }, "https://b.example/"],
    ["cookie", { name: "k", value: "hunter2", url_from: "https://b.example/" }, "https://b.example/"],
    ["login", { logged_in: "https://b.example/", logged_out: "https://c.example/" }, "https://c.example/"],
    ["page", { page: "404", url: "https://b.example/" }, "https://b.example/"],
  ])("has conditions that switch a link off: %s", (type, data, originalUrl) => {
    const [link] = readJson(redirect({ match_type: type, action_data: data }));
    expect(link).toMatchObject({
      input: { originalUrl },
      losses: [{ kind: "restriction", message: expect.stringContaining(type) }],
      refusal: null,
    });
    expect(JSON.stringify(link?.losses)).not.toContain("hunter2");
  });
});
