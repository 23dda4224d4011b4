import { describe, expect, it } from "vitest";
import { heldImports } from "../../testing/heldImports.ts";

const { ask, get, read, run, workAll } = heldImports();

describe("a file that a service exports", () => {
  it.each(["redirection", "csv"])(
    "has rows rejected that are no links, with the reason: given as %s",
    async (source) => {
      const rows = [
        "source,target,regex,code,type,hits,title,status",
        `/kept-${source},https://example.com/,0,301,url,3,Kept,active`,
        `/off-${source},https://example.com/off,0,301,url,0,Off,disabled`,
        "/all/(.*),https://example.com/$1,1,301,url,0,,active",
        "/any,https://example.com/any,0,301,random,0,,active",
      ];
      const id = await read(source, rows.join("\n"));
      expect(await get(`imports/${id}`)).toMatchObject({ state: "ready", total: 4, toCreate: 2, rejected: 2 });
      expect(await get(`imports/${id}/rows?only=rejected`)).toMatchObject([
        { row: 4, error: { message: "The source URL is a regular expression, but a link has one short code" } },
        { row: 5, error: { message: "The action random does not redirect to a URL" } },
      ]);
      await run(id);
      expect(await get(`imports/${id}`)).toMatchObject({ state: "done", done: 2, failed: 0 });
      const links = await get("urls?sort=name&order=asc");
      expect(links).toMatchObject([
        { name: "Kept", shortUrl: `kept-${source}`, isActive: true },
        { name: "Off", shortUrl: `off-${source}`, isActive: false },
      ]);
    },
  );

  it("may have no heading: rows count from its first line, and its columns can be chosen", async () => {
    const id = await read(
      "blink",
      "https://example.com/,bl-spring,Campaign,,2030-01-01,ada@example.com,307\nnonsense,x",
    );
    const found = { state: "ready", total: 2, toCreate: 1, rejected: 1, losses: [] };
    expect(await get(`imports/${id}`)).toMatchObject(found);
    expect(await get(`imports/${id}/rows`)).toMatchObject([
      { row: 1, name: "Campaign", shortUrl: "bl-spring", verdict: "create" },
      { row: 2, verdict: "rejected" },
    ]);
    await ask("PATCH", `imports/${id}`, { columns: { Description: "tags" } });
    await workAll();
    expect(await get(`imports/${id}`)).toMatchObject(found);
    await run(id);
    expect(await get("urls")).toMatchObject([{ shortUrl: "bl-spring", tags: ["Campaign"], isActive: true }]);
  });

  it("creates a link with a secret key switched off", async () => {
    const heading = "id,short_url,long_url,ip,creator,clicks,secret_key,is_disabled,is_custom,is_api";
    const id = await read("polr", `${heading}\n1,po-secret,https://example.com/,192.0.2.1,ada,3,x,0,1,0\n`);
    expect(await get(`imports/${id}`)).toMatchObject({
      losses: expect.arrayContaining([{ kind: "restriction", links: 1 }]),
    });
    await run(id);
    expect(await get("urls")).toMatchObject([{ shortUrl: "po-secret", isActive: false }]);
  });
});
