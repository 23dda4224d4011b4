import { describe, expect, it } from "vitest";
import { fileLinks } from "../../../testing/fileLinks.ts";
import { columnsOf, countColumns } from "../columns.ts";

/** Returns the first link of a CSV file. */
const read = (file: string) => fileLinks("csv", file)[0];
const usesOf = (...heading: string[]) =>
  Object.fromEntries(columnsOf("csv", {}, countColumns([], heading, [])).map(({ name, use }) => [name, use]));

describe("headings of any CSV file", () => {
  it.each([
    ["code", ["Short Link", "Slashtag", "Custom slug", "Shortened URL", "Vanity URL", "Bitlink", "Custom Alias"]],
    ["code", ["Short URL", "keyword", "back-half", "alias", "source", "tiny_url", "short_id"]],
    ["destination", ["target", "Full link", "Long URL", "Original URL", "Destination URL", "link"]],
    [
      "expiry",
      ["Expiration date", "Expiry", "Expire at", "expire_at_datetime", "Deactivate At", "Valid until", "End date"],
    ],
    ["password", ["Pass", "Link password", "Secret", "secret_key", "password", "Password Protected"]],
    [
      "state",
      [
        "is_disabled",
        "link_status",
        "enabled",
        "is_enabled",
        "status",
        "Disabled",
        "state",
        "active",
        "deleted",
        "banned",
        "is_paused",
      ],
    ],
    ["redirectType", ["redirect_type"]],
    ["forwardQuery", ["param_forwarding"]],
    ["clickLimit", ["max_clicks"]],
    ["rules", ["Geolocations"]],
    ["tags", ["Categories", "Label", "Tags"]],
    ["favourite", ["favourite", "is favourite"]],
  ])("are read as %s: %j", (use, names) => {
    for (const name of names) expect(usesOf(name), name).toEqual({ [name]: use });
  });

  it.each<[readonly string[], object]>([
    [["Name", "Full link", "Geolocations"], { Name: "code", "Full link": "destination" }],
    [["Name", "Full link"], { Name: "code" }],
    [
      ["name", "url", "description", "unlisted", "redirect_hits"],
      { name: "code", url: "destination", redirect_hits: "clicks" },
    ],
    [["Name", "Original URL", "Short URL"], { Name: "title", "Short URL": "code" }],
    [["Name", "URL"], { Name: "title" }],
    [["source", "target", "code", "title"], { source: "code", target: "destination", code: "redirectType" }],
    [["long_url", "link", "title"], { long_url: "destination", link: "code" }],
  ])("are read by the others beside them: %j", (heading, uses) => {
    expect(usesOf(...heading)).toMatchObject(uses);
  });

  it.each<[string, object]>([
    ["url,is_disabled\nhttps://a.example/,true", { isActive: false }],
    ["url,is_disabled\nhttps://a.example/,0", { isActive: true }],
    ["url,Disabled\nhttps://a.example/,2024-01-01", { isActive: false }],
    ["url,enabled\nhttps://a.example/,no", { isActive: false }],
    ...["paused", "draft", "deleted", "off", "0", "Disabled"].map((state): [string, object] => [
      `url,status\nhttps://a.example/,${state}`,
      { isActive: false },
    ]),
    ["url,link_status\nhttps://a.example/,Active", { isActive: true }],
    [
      "domain,alias,tiny_url,url,hits,archived,deleted,expires_at\ntinyurl.com,spring,https://tinyurl.com/spring,https://a.example/,3,0,1,2030-01-01",
      { input: { shortUrl: "spring", domain: "tinyurl.com", expiresAt: "2030-01-01" }, visits: 3, isActive: false },
    ],
    ["url,deleted_at\nhttps://a.example/,2024-01-01", { isActive: false }],
    ["url,deleted\nhttps://a.example/,false", { isActive: true, losses: [] }],
    ["url,secret_key\nhttps://a.example/,x", { hasPassword: true }],
    ["url,max_clicks\nhttps://a.example/,50", { input: { maxClicks: 50 } }],
    ["url,max_clicks\nhttps://a.example/,many", { losses: [{ kind: "restriction" }] }],
    ["url,Valid until\nhttps://a.example/,2030-01-01", { input: { expiresAt: "2030-01-01" } }],
    [
      "url,redirect_type,param_forwarding\nhttps://a.example/,307,1",
      { input: { redirectStatus: 307, forwardQuery: true }, losses: [] },
    ],
    ["url,redirect_type\nhttps://a.example/,cloak", { losses: [{ kind: "options" }] }],
    ["url,Categories,Label\nhttps://a.example/,a|b,c", { input: { tags: ["c", "a", "b"] } }],
    ['url,Geolocations\nhttps://a.example/,"{""DE"":""https://de.example/""}"', { input: { rules: [{ name: "DE" }] } }],
    ["url,Geolocations\nhttps://a.example/,Berlin", { losses: [{ kind: "rules" }] }],
    [
      "source,target,regex,code,type,hits,title,status\n/old,https://a.example/,0,301,url,7,T,disabled",
      { input: { shortUrl: "old", redirectStatus: 301, name: "T" }, visits: 7, isActive: false, refusal: null },
    ],
    ["source,target,regex\n/old/(.*),https://a.example/,1", { refusal: expect.stringContaining("regular expression") }],
    ["source,target,type\n/old,https://a.example/,random", { refusal: expect.stringContaining("random") }],
    ["source,target,match\n/old,https://a.example/,login", { losses: [{ kind: "restriction" }] }],
  ])("bring what they say: %s", (file, link) => {
    expect(read(file)).toMatchObject(link);
  });
});
