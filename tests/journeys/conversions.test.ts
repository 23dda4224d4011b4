import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { visitors } from "../browser/visitors.ts";
import { snippetsIn } from "../documents/markdown.ts";
import { openAccount, signedInScript } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

const order = z.object({ hop_id: z.string() });
const exampleUrl = "https://hoplog.example";
const reported = z.object({ created: z.boolean() });
const addressed = z.object({ data: z.object({ url: z.string() }) });
const made = z.object({ data: z.object({ key: z.string() }) });

const guide = "docs/guides/conversions.md";
const inPage = snippetsIn(guide, "html")[0]?.code ?? "";
const report = snippetsIn(guide, "sh").find(({ code }) => code.includes("/api/conversions"))?.code ?? "";
/** Runs only the guide's `curl` command that reports the conversion, because the visit is made by a browser instead. */
const onServer = report.slice(report.lastIndexOf("curl "));
const run = promisify(execFile);

/** Serves a shop with the guide's page snippets; orders are reported by the guide's snippet for the shop's server. */
async function openShop(appUrl: string, key: string): Promise<{ url: string; server: Server; cookies: string[] }> {
  const cookies: string[] = [];
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie ?? "");
    const page = (body: string) => response.writeHead(200, { "content-type": "text/html" }).end(body);
    const target = request.url ?? "/";
    if (target.startsWith("/favicon")) return response.writeHead(404).end();
    const { pathname } = new URL(target, "http://shop.example");
    if (pathname !== "/order") {
      return page(`<!doctype html><title>Shop</title><a href="/basket">Basket</a>
        ${inPage.replace(exampleUrl, appUrl).replace("…", "<button>Order</button>")}`);
    }
    void text(request).then(async (body) => {
      const { hop_id: clickId } = order.parse(Object.fromEntries(new URLSearchParams(body)));
      const env = { PATH: process.env["PATH"], HOPLOG_KEY: key, HOP_ID: clickId };
      const { stdout } = await run("bash", ["-euc", onServer.replace("http://localhost:3000", appUrl)], { env });
      page(`<!doctype html><title>Ordered</title><p>Created: ${reported.parse(JSON.parse(stdout)).created}</p>`);
    });
    return undefined;
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, server, cookies };
}

test("a visitor comes by a link, orders on a site with the script, and the owner sees the sale by arm", async () => {
  const account = await openAccount(testStack.appUrl, "shop@example.com");
  const scopes = ["conversions:write"];
  const { key } = made.parse(await account.call("POST", "/api/keys", { name: "Shop", scopes })).data;
  const shop = await openShop(testStack.appUrl, key);
  try {
    const arms = [
      { name: "New page", url: `${shop.url}/new?colour=gr%C3%BCn&x=1`, weight: 1 },
      { name: "Old page", url: `${shop.url}/old`, weight: 0 },
    ];
    const options = { passClickId: true, split: { arms, sticky: false } };
    const groupId = await account.createGroup("Spring");
    const { code } = await account.createLink({ name: "Sale", originalUrl: `${shop.url}/`, groupId }, options);

    const visitor = await browser.newContext({ userAgent: visitors.chromeOnWindows });
    const page = await visitor.newPage();
    await expect
      .poll(async () => (await page.goto(`${testStack.shortUrl}/${code}`).catch(() => null))?.url() ?? "", {
        timeout: 60_000,
      })
      .toContain(shop.url);
    // The click id is removed from the address, which otherwise stays unchanged.
    await expect.poll(() => page.url()).toBe(`${shop.url}/new?colour=gr%C3%BCn&x=1`);
    const clickId = () => page.evaluate("hoplog.clickId()");
    const id = await clickId();
    expect(id).toMatch(/^[\w-]{50}$/);
    await page.getByRole("link", { name: "Basket" }).click();
    await page.waitForURL(`${shop.url}/basket`);
    expect(await clickId()).toBe(id);
    await page.getByRole("button", { name: "Order" }).click();
    await page.getByText("Created: true").waitFor();
    expect(new Set(shop.cookies)).toEqual(new Set([""]));
    await visitor.close();

    const { context, page: owner, problems } = await openContext(browser);
    await context.addInitScript(signedInScript(account));
    await owner.goto(`${testStack.appUrl}/urls`);
    await owner.getByRole("button", { name: "View analytics of Sale" }).click();
    const section = owner.getByRole("region", { name: "Conversions" });
    const ways = section.getByRole("table", { name: "Conversions by rule and arm" });
    // Polls until the click is counted and the conversion is attributed to it.
    await expect
      .poll(
        async () => {
          await owner.reload();
          return ways
            .getByRole("row")
            .nth(1)
            .innerText({ timeout: 60_000 })
            .catch(() => "");
        },
        { timeout: 60_000 },
      )
      .toMatch(/^New page\s+\d+\s+0\s+1\s+\d+(\.\d)?%\s+€49\.00$/);
    await section.scrollIntoViewIfNeeded();
    await inspect(owner, "conversions-link");
    const byDate = owner.getByRole("region", { name: /by Date/ });
    await byDate.getByRole("combobox", { name: "What the chart shows" }).selectOption("Revenue (EUR)");
    await byDate.getByRole("img", { name: /^Revenue \(EUR\) by Date/ }).waitFor();
    await byDate.scrollIntoViewIfNeeded();
    await inspect(owner, "conversions-link-chart");
    const browsers = owner.getByRole("region", { name: "Top Browsers" });
    await browsers.getByRole("button", { name: "Show as table: Top Browsers" }).click();
    const browserRow = browsers.getByRole("row").nth(1);
    expect(await browserRow.innerText()).toMatch(/^\S+\s+\d+\s+0\s+1\s+€49\.00$/);

    await owner.goto(`${testStack.appUrl}/analytics`);
    await owner.getByRole("region", { name: "Conversions" }).getByText("€49.00").first().waitFor();
    const links = owner.getByRole("region", { name: "Links", exact: true });
    await links.getByRole("button", { name: /Sale .*conversions: ?1 ?, revenue: ?€49\.00/ }).waitFor();
    const series = owner.getByRole("region", { name: /over time/ });
    await series.getByRole("combobox", { name: "What the chart shows" }).selectOption("Sales");
    await series.getByRole("button", { name: /^Show as table/ }).click();
    await series.getByRole("row", { name: /€49\.00/ }).waitFor();
    await owner.mouse.move(0, 0);
    await inspect(owner, "conversions-analytics");
    const [saved] = await Promise.all([
      owner.waitForEvent("download"),
      links.getByRole("button", { name: "Save as CSV: Links" }).click(),
    ]);
    expect(await readFile(await saved.path(), "utf8")).toMatch(
      /^\uFEFFLink,Short URL,Clicks,Leads,Sales,Revenue \(EUR\)\r?\nSale,\S+,\d+,0,1,49\.00\r?\n$/,
    );
    await owner.goto(`${testStack.appUrl}/dashboard`);
    await owner.getByLabel("Conversions of all links").getByText("€49.00").waitFor();
    await inspect(owner, "conversions-dashboard");
    await owner.goto(`${testStack.appUrl}/dashboard?group=${groupId}`);
    const group = owner.getByRole("dialog", { name: "Spring" });
    await group.getByLabel("Conversions of the group").getByText("€49.00").waitFor();
    await group.getByRole("list", { name: "URLs of the group" }).getByText("0 leads, 1 sale").waitFor();
    await inspect(owner, "conversions-group");

    await owner.goto(`${testStack.appUrl}/urls`);
    await owner.getByRole("button", { name: "Table", exact: true }).click();
    await owner.getByRole("button", { name: "Columns" }).click();
    const columns = owner.getByRole("dialog", { name: "Columns" });
    for (const column of ["Conversions", "Revenue"]) await columns.getByRole("checkbox", { name: column }).check();
    await columns.getByRole("button", { name: "Done" }).click();
    const listed = owner.getByRole("region", { name: "Table of short URLs" }).getByRole("row", { name: "Sale" });
    await listed.getByText("€49.00").waitFor();
    await listed.getByTitle("0 leads, 1 sale").waitFor();
    await inspect(owner, "conversions-table");

    const figures = ["clicks", "conversions", "revenue"];
    const shared = { name: "For the agency", target: "workspace", figures, dimensions: ["browser", "country"] };
    const { url } = addressed.parse(await account.call("POST", "/api/shares", shared)).data;
    const { page: shown, problems: found } = await openContext(browser, "phone");
    await shown.goto(url);
    await shown.getByRole("button", { name: /Chrome .*1 sale, €49\.00/ }).waitFor();
    await inspect(shown, "conversions-shared");
    expect([...problems, ...found]).toEqual([]);
  } finally {
    shop.server.close();
    shop.server.closeAllConnections();
  }
});
