import { describe, expect, it } from "vitest";
import { fileLinks } from "../../../testing/fileLinks.ts";

const createdAt = "2024-03-01T10:00:00.000Z";

describe("Polr", () => {
  const heading =
    "id,short_url,long_url,ip,creator,clicks,secret_key,is_disabled,is_custom,is_api,created_at,updated_at";
  const read = (row: string) => fileLinks("polr", `${heading}\n${row}\n`)[0];

  it("is read from its table of links", () => {
    const link = read("9,spring,https://a.example/,192.0.2.1,ada,12,,0,1,0,2024-03-01 10:00:00,2024-03-02 10:00:00");
    expect(link).toMatchObject({
      id: "spring",
      input: { shortUrl: "spring", originalUrl: "https://a.example/" },
      visits: 12,
      createdAt,
      isActive: true,
      losses: [],
    });
    // Addresses of visitors and owners are not imported.
    expect(JSON.stringify(link)).not.toMatch(/192\.0\.2\.1|ada/);
  });

  it("switches off what had a secret key or was disabled", () => {
    const secret = read("9,s,https://a.example/,,ada,0,hunter2,0,0,0,2024-03-01 10:00:00,");
    expect(secret?.losses).toEqual([{ kind: "restriction", message: expect.stringContaining("secret key") }]);
    expect(JSON.stringify(secret)).not.toContain("hunter2");
    expect(read("9,s,https://a.example/,,ada,0,,1,0,0,2024-03-01 10:00:00,")).toMatchObject({ isActive: false });
  });

  it("is read from its table as JSON", () => {
    const record = {
      id: 9,
      short_url: "s",
      long_url: "https://a.example/",
      secret_key: "",
      is_disabled: true,
      clicks: "3",
    };
    expect(fileLinks("polr", JSON.stringify([record]))).toMatchObject([{ isActive: false, visits: 3, losses: [] }]);
  });
});

describe("Pretty Links", () => {
  const heading =
    '"id","url","slug","name","redirect_type","track_me","nofollow","param_forwarding","google_tracking","delay","created_at","last_updated_at","link_categories","link_tags","keywords"';
  const read = (row: string) => fileLinks("prettylinks", `${heading}\n${row}\n`)[0];

  it("is read from what its Pro version exports", () => {
    const row =
      '"4","https://a.example/","spring","Spring","301","1","1","1","","0","2024-03-01 10:00:00","2024-03-02 10:00:00","shops","news,promo",""';
    expect(read(row)).toMatchObject({
      id: "4",
      input: {
        shortUrl: "spring",
        originalUrl: "https://a.example/",
        name: "Spring",
        redirectStatus: 301,
        forwardQuery: true,
        tags: ["news", "promo", "shops"],
      },
      createdAt,
      isActive: true,
      losses: [],
      refusal: null,
    });
  });

  it("names options that links here don't have", () => {
    const row =
      '"4","https://a.example/","s","S","cloak","0","0","custom","1","5","2024-03-01 10:00:00","","","","shoes,hats"';
    const { input, losses } = read(row) ?? { input: {}, losses: [] };
    expect(input).not.toHaveProperty("forwardQuery");
    expect(losses).toEqual(
      [/"cloak"/, /forwarding custom/, /delay of 5/, /shoes,hats/, /Google/].map((message) => ({
        kind: "options",
        message: expect.stringMatching(message),
      })),
    );
  });

  it.each([
    ["pixel", "tracking pixel"],
    ["prettypay_link_stripe", "payment link"],
  ])("rejects a link of the type %s", (type, reason) => {
    const row = `"4","","s","S","${type}","0","0","0","","0","2024-03-01 10:00:00","","","",""`;
    expect(read(row)?.refusal).toContain(reason);
  });

  it("switches off what was disabled, deleted, or expires in a column that it doesn't know", () => {
    const readTable = (names: string, cells: string) =>
      fileLinks("prettylinks", `id,url,slug,redirect_type,${names}\n4,https://a.example/,s,307,${cells}\n`);
    expect(readTable("link_status", "disabled")).toMatchObject([{ isActive: false }]);
    expect(readTable("deleted_at", "2024-03-01 10:00:00")).toMatchObject([{ isActive: false }]);
    expect(readTable("expire_date", "2030-01-01")).toMatchObject([{ losses: [{ kind: "restriction" }] }]);
  });
});

describe("ThirstyAffiliates", () => {
  const heading =
    'Name,"Destination URL",Slug,"Categories (separated by semicolons)","Images To Download & Attach (separated by semicolons; jpg/png/gif only)","Geolocations Links (format: AU:http://google.com.au separated by semicolon)","Autolinker Keywords (separated by semicolon)",_ta_autolink_keyword_limit,_ta_link_expire_date,_ta_link_health_status,_ta_link_start_date,_ta_pass_query_str,_ta_redirect_type';
  const read = (row: string) => fileLinks("thirstyaffiliates", `${heading}\n${row}\n`)[0];

  it("is read from what its Pro version exports", () => {
    const row =
      'Spring,https://a.example/?a=1&amp;b=2,spring,Shops;News,,"AU:https://au.example/?a;b;NZ:AU;GB:https://gb.example/",,0,,active,,yes,301';
    expect(read(row)).toMatchObject({
      input: {
        name: "Spring",
        shortUrl: "spring",
        originalUrl: "https://a.example/?a=1&b=2",
        tags: ["Shops", "News"],
        forwardQuery: true,
        redirectStatus: 301,
        rules: [
          { when: { field: "country", values: ["AU"] }, then: { url: "https://au.example/?a;b" } },
          { when: { field: "country", values: ["NZ"] }, then: { url: "https://au.example/?a;b" } },
          { when: { field: "country", values: ["GB"] }, then: { url: "https://gb.example/" } },
        ],
      },
      losses: [],
    });
  });

  it("keeps its schedule, and names what links here don't have", () => {
    const link = read(
      "S,https://a.example/,s,,https://a.example/i.png,Berlin,shoes;hats,0,2030-01-31,waiting,2029-01-01,global,global",
    );
    expect(link).toMatchObject({
      input: { expiresAt: "2030-01-31", notBefore: "2029-01-01T00:00:00.000Z" },
      isActive: true,
      losses: [
        { kind: "rules", message: "The geolocation Berlin can't be read" },
        { kind: "options", message: expect.stringContaining("shoes;hats") },
        { kind: "options", message: expect.stringContaining("i.png") },
      ],
    });
  });
});

describe("T.LY", () => {
  const heading =
    "long_url,short_id,domain,expire_at_datetime,expire_at_views,description,public_stats,password,tags,pixels,meta";
  const read = (row: string) => fileLinks("tly", `${heading}\n${row}\n`)[0];

  it("is read with its expiry, limit and smart URLs", () => {
    const meta = JSON.stringify({
      smart_urls: [
        { type: "US", url: "https://us.example/" },
        { type: "iPhone", url: "https://ios.example/" },
      ],
    });
    const row = `https://a.example/,spring,https://t.ly/,2035-01-17 15:00:00,50,Campaign,0,,"news,promo",,"${meta.replaceAll('"', '""')}"`;
    expect(read(row)).toMatchObject({
      input: {
        shortUrl: "spring",
        domain: "t.ly",
        originalUrl: "https://a.example/",
        expiresAt: "2035-01-17T15:00:00.000Z",
        maxClicks: 50,
        note: "Campaign",
        tags: ["news", "promo"],
        rules: [
          { when: { field: "country", values: ["US"] }, then: { url: "https://us.example/" } },
          { when: { field: "os", values: ["iOS"] }, then: { url: "https://ios.example/" } },
        ],
      },
      hasPassword: false,
      losses: [],
    });
  });

  it("switches off what had a password, and names what links here don't have", () => {
    const meta = JSON.stringify({ smart_urls: [{ type: "Fridge", url: "https://x.example/" }], og: "T" });
    const row = `https://a.example/,s,t.ly,,,,1,hunter2,,"[101]","${meta.replaceAll('"', '""')}"`;
    const link = read(row);
    expect(link).toMatchObject({
      hasPassword: true,
      losses: [
        { kind: "rules", message: expect.stringContaining("Fridge") },
        { kind: "rules", message: expect.stringContaining("og") },
        { kind: "options", message: "Pixels are not supported: [101]" },
        { kind: "options", message: "Public statistics are not supported" },
      ],
    });
    expect(JSON.stringify(link)).not.toContain("hunter2");
  });

  it("is read from answers of its API", () => {
    const answer = {
      data: [
        {
          short_url: "https://t.ly/c55j",
          description: null,
          long_url: "https://a.example/",
          domain: "https://t.ly/",
          short_id: "c55j",
          expire_at_views: null,
          expire_at_datetime: null,
          public_stats: false,
          created_at: createdAt,
          updated_at: createdAt,
          meta: null,
          tags: [{ id: 1, tag: "fall2024" }],
        },
      ],
    };
    expect(fileLinks("tly", JSON.stringify(answer))).toMatchObject([
      { id: "t.ly/c55j", input: { shortUrl: "c55j", domain: "t.ly", tags: ["fall2024"] }, createdAt, losses: [] },
    ]);
  });
});

describe("Cutt.ly", () => {
  it("is read from the file that it exports", () => {
    const file =
      "date,shortLink,fullLink,title\n2024-03-01 10:00:00,https://cutt.ly/spring,https://a.example/,Spring\n";
    expect(fileLinks("cuttly", file)).toMatchObject([
      {
        id: "cutt.ly/spring",
        input: { shortUrl: "spring", domain: "cutt.ly", originalUrl: "https://a.example/", name: "Spring" },
        createdAt,
        losses: [],
      },
    ]);
  });
});

describe("BL.INK", () => {
  const read = (row: string) => fileLinks("blink", `${row}\n`)[0];

  it.each(["", "\uFEFF"])("is read without a heading (%j in front)", (mark) => {
    const row = `${mark}https://a.example/,spring,Campaign,2030-01-01,2030-02-01,ada@example.com,307`;
    const link = read(row);
    expect(link).toMatchObject({
      input: {
        shortUrl: "spring",
        originalUrl: "https://a.example/",
        name: "Campaign",
        expiresAt: "2030-02-01",
        redirectStatus: 307,
      },
      losses: [{ kind: "date", message: "The Auto-Delete Date 2030-01-01 is omitted; the Auto-Archive Date is used" }],
    });
    expect(JSON.stringify(link)).not.toContain("ada@");
  });

  it.each([";", "\t"])("is read with %j between its cells", (sign) => {
    const row = ["https://a.example/?a=1,2", "spring", "Campaign"].join(sign);
    expect(read(row)).toMatchObject({ input: { shortUrl: "spring", originalUrl: "https://a.example/?a=1,2" } });
  });

  it("expires when it is deleted, if it is not archived before", () => {
    expect(read("https://a.example/,s,,2030-01-01")).toMatchObject({ input: { expiresAt: "2030-01-01" }, losses: [] });
    expect(read("https://a.example/,s,,soon")).toMatchObject({ losses: [{ kind: "restriction" }] });
    expect(read("https://a.example/")).toMatchObject({ input: { shortUrl: "" }, losses: [] });
  });

  it("names cells behind its seven columns", () => {
    expect(read("https://a.example/,s,,,,,301,Sales")).toMatchObject({
      losses: [{ kind: "column", message: 'Column 8 "Sales" is not imported' }],
    });
  });

  it("is read with a heading, and switches off what was archived", () => {
    const file = "Long URL,Keyword,Archived\nhttps://a.example/,s,yes\nhttps://b.example/,t,no\n";
    expect(fileLinks("blink", file)).toMatchObject([
      { input: { shortUrl: "s" }, isActive: false, isArchived: true },
      { input: { shortUrl: "t" }, isActive: true },
    ]);
  });
});
