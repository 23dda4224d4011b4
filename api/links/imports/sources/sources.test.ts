import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { describe, expect, it } from "vitest";
import { readRecords } from "../records.ts";
import { type Choices, planOf } from "./columnPlan.ts";
import { readers } from "./readers.ts";
import { readLink } from "./readLink.ts";
import type { SourceLink } from "./sourceLink.ts";

function readAll(source: ImportSource, file: string, choices: Choices = {}): SourceLink[] {
  const reader = readers[source];
  const plan = planOf(reader.columns, choices);
  const { records } = readRecords(null, Buffer.from(file), { isLast: true, source, needs: [] });
  return records.map(({ record }) => readLink(reader, plan, record ?? {}));
}

const day = "2024-03-01T10:00:00.000Z";

/** Files in the format of each source's own exporter or API. */
const files: readonly [ImportSource, string, string, Partial<SourceLink>][] = [
  [
    "bitly",
    "its answer",
    `{"pagination":{"next":""},"links":[{"id":"bit.ly/3x","link":"https://bit.ly/3x","long_url":"https://a.example/","title":"A","archived":true,"created_at":"2024-03-01T10:00:00+0000","tags":["t"],"custom_bitlinks":["https://go.example/spring"]}]}`,
    {
      id: "bit.ly/3x",
      isArchived: true,
      createdAt: day,
      input: expect.objectContaining({ name: "A", shortUrl: "spring", domain: "go.example", tags: ["t"] }),
    },
  ],
  [
    "bitly",
    "its CSV",
    'title,long_url,link,created_at,tags,clicks\nA,https://a.example/,https://bit.ly/3x,2024-03-01 10:00:00,"t, u",7\n',
    {
      id: "bit.ly/3x",
      createdAt: day,
      visits: 7,
      input: expect.objectContaining({ shortUrl: "3x", tags: ["t", "u"] }),
    },
  ],
  [
    "rebrandly",
    "its answer",
    `[{"id":"r1","title":"A","slashtag":"s","destination":"https://a.example/","shortUrl":"go.example/s","domain":{"id":"d","fullName":"go.example"},"createdAt":"${day}","clicks":3,"status":"active","isProtected":true,"forwardParameters":true}]`,
    {
      id: "r1",
      hasPassword: true,
      visits: 3,
      input: expect.objectContaining({ shortUrl: "s", domain: "go.example", forwardQuery: true }),
    },
  ],
  [
    "rebrandly",
    "its CSV",
    `Domain,Slashtag,Destination,Title,Clicks,Expires at\ngo.example,s,https://a.example/,A,142,2030-12-31\n`,
    {
      id: "go.example/s",
      visits: 142,
      // The end of the day is computed in the link's time zone.
      input: expect.objectContaining({ name: "A", shortUrl: "s", expiresAt: "2030-12-31" }),
    },
  ],
  [
    "shortio",
    "its answer",
    `{"links":[{"idString":"lnk_1","originalURL":"https://a.example/","path":"p","shortURL":"https://s.example/p","title":null,"tags":["t"],"createdAt":"${day}","archived":false,"iphoneURL":"https://i.example/","splitURL":"https://b.example/","splitPercent":30,"hasPassword":true,"cloaking":true,"redirectType":"301"}],"nextPageToken":null}`,
    {
      id: "lnk_1",
      hasPassword: true,
      losses: [{ kind: "options", message: "Cloaking is not supported; links redirect" }],
      input: expect.objectContaining({
        shortUrl: "p",
        domain: "s.example",
        redirectStatus: 301,
        rules: [{ name: "iOS", when: { field: "os", op: "in", values: ["iOS"] }, then: { url: "https://i.example/" } }],
        split: expect.objectContaining({
          arms: [
            expect.objectContaining({ weight: 70 }),
            expect.objectContaining({ url: "https://b.example/", weight: 30 }),
          ],
        }),
      }),
    },
  ],
  [
    "dub",
    "its answer",
    `[{"id":"link_1","domain":"d.example","key":"k","url":"https://a.example/","archived":true,"expiresAt":"${day}","expiredUrl":"https://e.example/","password":"secret","geo":{"de":"https://de.example/"},"tags":[{"id":"1","name":"t","color":"red"}],"comments":"N","externalId":"x","createdAt":"${day}","clicks":9,"rewrite":false,"folderId":"f"}]`,
    {
      id: "link_1",
      hasPassword: true,
      isArchived: true,
      visits: 9,
      input: expect.objectContaining({
        shortUrl: "k",
        note: "N",
        externalId: "x",
        tags: ["t"],
        expiresAt: day,
        expiredUrl: "https://e.example/",
        rules: [
          { name: "de", when: { field: "country", op: "in", values: ["DE"] }, then: { url: "https://de.example/" } },
        ],
      }),
    },
  ],
  [
    "dub",
    "its CSV",
    `Short link,Destination URL,Clicks,Created at,Link ID,Updated at,Tags,Archived\nhttps://d.example/k,https://a.example/,4,${day},link_1,${day},"t,u",false\n`,
    {
      id: "link_1",
      createdAt: day,
      visits: 4,
      isArchived: false,
      input: expect.objectContaining({ shortUrl: "k", domain: "d.example", tags: ["t", "u"] }),
    },
  ],
  [
    "shlink",
    "its answer, with rules",
    `{"shortUrls":{"data":[{"shortCode":"c","shortUrl":"https://s.example/c","longUrl":"https://a.example/","dateCreated":"2024-03-01T11:00:00+01:00","tags":["t"],"meta":{"validSince":null,"validUntil":"${day}","maxVisits":100},"domain":null,"title":null,"crawlable":true,"forwardQuery":true,"visitsSummary":{"total":5},"hasRedirectRules":true,"redirectRules":[{"longUrl":"https://en.example/","priority":1,"conditions":[{"type":"language","matchKey":null,"matchValue":"en"},{"type":"device","matchKey":null,"matchValue":"ios"}]},{"longUrl":"https://x.example/","priority":2,"conditions":[{"type":"moon","matchKey":null,"matchValue":"full"}]}]}],"pagination":{"currentPage":1,"pagesCount":1}}}`,
    {
      id: "s.example/c",
      createdAt: day,
      visits: 5,
      losses: [{ kind: "rules", message: expect.stringMatching(/^Rule 2 has unsupported conditions: .*moon/) }],
      input: expect.objectContaining({
        maxClicks: 100,
        expiresAt: day,
        allowIndexing: true,
        forwardQuery: true,
        rules: [
          {
            name: "Rule 1",
            when: {
              all: [
                { field: "language", op: "in", values: ["en"] },
                { field: "os", op: "in", values: ["iOS"] },
              ],
            },
            then: { url: "https://en.example/" },
          },
        ],
      }),
    },
  ],
  [
    "shlink",
    "its web client's CSV",
    `createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits\n2024-03-01T11:00:00+01:00,,c,https://s.example/c,https://a.example/,A,t|u,5\n`,
    { id: "s.example/c", createdAt: day, visits: 5, input: expect.objectContaining({ name: "A", tags: ["t", "u"] }) },
  ],
  [
    "kutt",
    "its answer",
    `{"limit":10,"skip":0,"total":1,"data":[{"id":"u1","address":"a","banned":false,"created_at":"${day}","link":"https://k.example/a","password":true,"target":"https://a.example/","description":"A","visit_count":2}]}`,
    {
      id: "u1",
      hasPassword: true,
      visits: 2,
      input: expect.objectContaining({ name: "A", shortUrl: "a", domain: "k.example" }),
    },
  ],
  [
    "yourls",
    "its answer",
    `{"links":{"link_1":{"shorturl":"https://y.example/k","url":"https://a.example/","title":"A","timestamp":"2024-03-01 10:00:00","ip":"192.0.2.1","clicks":"8"}},"stats":{"total_links":"1"}}`,
    { id: "k", createdAt: day, visits: 8, input: expect.objectContaining({ name: "A", shortUrl: "k" }) },
  ],
  [
    "yourls",
    "its table",
    `"keyword","url","title","timestamp","ip","clicks"\n"k","https://a.example/","A","2024-03-01 10:00:00","192.0.2.1","8"\n`,
    { id: "k", createdAt: day, visits: 8, input: expect.objectContaining({ shortUrl: "k" }) },
  ],
  [
    "csv",
    "somebody's",
    `Name;Original URL;Short URL;Group;Created\n'=A;https://a.example/;https://old.example/x;Press;1709287200\n`,
    {
      id: "old.example/x",
      createdAt: day,
      group: "Press",
      input: expect.objectContaining({ name: "=A", shortUrl: "x" }),
    },
  ],
  [
    "csv",
    "our own, with options",
    `id,name,short code,original URL,options,external id,favourite\n1,A,x,https://a.example/,"{""maxClicks"":5,""hasPassword"":true}",e1,true\n`,
    {
      isFavourite: true,
      hasPassword: true,
      input: expect.objectContaining({ externalId: "e1", maxClicks: 5 }),
      losses: [],
    },
  ],
];

describe("a file of each source", () => {
  it.each(files)("%s: %s", (source, _what, file, expected) => {
    expect(readAll(source, file)).toEqual([expect.objectContaining(expected)]);
  });

  it("has flags and numbers as databases and data frames write them", () => {
    const [link] = readAll("csv", "url,active,archived,favourite,clicks\nhttps://a.example/,t,f,True,12.0\n");
    expect(link).toMatchObject({ isActive: true, isArchived: false, isFavourite: true, visits: 12 });
  });

  it("keeps no password", () => {
    const [ours] = readAll("hoplog", '{"originalUrl": "https://a.example/", "options": {"password": "in the clear"}}');
    const [dub] = readAll("dub", '{"url": "https://a.example/", "password": "in the clear"}');
    const [kutt] = readAll(
      "kutt",
      '[{"target": "https://a.example/", "address": "k", "password": "$2b$in the clear"}]',
    );
    const [any] = readAll("csv", "url,password\nhttps://a.example/,in the clear\n");
    for (const link of [ours, dub, kutt, any]) {
      expect(link).toMatchObject({ hasPassword: true });
      expect(JSON.stringify(link)).not.toContain("in the clear");
    }
    const none = readAll("csv", "url,password\nhttps://a.example/,\nhttps://b.example/,False\n");
    expect(none).toMatchObject([{ hasPassword: false }, { hasPassword: false }]);
  });

  it.each<[object, object]>([
    [
      { type: "any-value-query-param", matchKey: "q", matchValue: null },
      { op: "exists", values: [] },
    ],
    [
      { type: "valueless-query-param", matchKey: "q", matchValue: null },
      { op: "in", values: [""] },
    ],
    [
      { type: "query-param", matchKey: "q", matchValue: "a" },
      { op: "in", values: ["a"] },
    ],
  ])("of Shlink's has rules that ask of a parameter what they asked there: %j", (condition, expected) => {
    const redirectRules = [{ longUrl: "https://b.example/", priority: 1, conditions: [condition] }];
    const [link] = readAll("shlink", JSON.stringify([{ longUrl: "https://a.example/", redirectRules }]));
    const when = { field: "query", name: "q", ...expected };
    expect(link?.input["rules"]).toEqual([{ name: "Rule 1", when, then: { url: "https://b.example/" } }]);
    expect(link?.losses).toEqual([]);
  });

  // Addresses of visitors and owners are not imported.
  it("leaves alone what is not about the link", () => {
    const [link] = readAll("yourls", "url,ip\nhttps://a.example/,192.0.2.1\n");
    expect(JSON.stringify(link)).not.toContain("192.0.2.1");
  });

  it.each(Object.values(readers))("$source reads an object without anything", (reader) => {
    expect(readLink(reader, planOf(reader.columns), {}).input.originalUrl).toBe("");
  });
});
