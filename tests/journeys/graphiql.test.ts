import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, picture } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { openAccount } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];

beforeAll(async () => {
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(() => close());

const newKey = z.object({ data: z.object({ key: z.string() }) });

/** Opens GraphiQL with an operation; `hosts` collects the hosts that it sends requests to. */
async function openGraphiql(operation: string) {
  const { page, problems } = await openContext(browser);
  const hosts = new Set<string>();
  const violations: string[] = [];
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("websocket", (socket) => hosts.add(new URL(socket.url()).host));
  page.on("console", (message) => /content security policy/i.test(message.text()) && violations.push(message.text()));
  await page.goto(`${testStack.appUrl}/graphql?query=${encodeURIComponent(operation)}`);
  await page.getByRole("button", { name: "Execute query" }).waitFor();
  return { page, problems, hosts, violations };
}

/** Enters a key after the prefilled `Bearer`. */
async function enterKey(page: Page, key: string): Promise<void> {
  await page.locator(".graphiql-editor-tool .monaco-editor:visible").click();
  for (const press of ["ControlOrMeta+Home", "ArrowDown", "End", "ArrowLeft"]) await page.keyboard.press(press);
  await page.keyboard.insertText(key);
}

test("GraphiQL answers a browser at /graphql, and asks no other host for anything", async () => {
  const account = await openAccount(testStack.appUrl, "graphiql@example.com");
  await account.createLink({ name: "Shown in GraphiQL" });
  const made = await account.call("POST", "/api/keys", { name: "GraphiQL", scopes: ["links:read", "stats:read"] });
  const { page, problems, hosts, violations } = await openGraphiql(
    "{ links(first: 5) { totalCount edges { node { name } } } }",
  );
  const answer = page.locator(".result-window");
  const run = page.getByRole("button", { name: "Execute query" });

  await run.click();
  await answer.getByText("Please log in to continue").waitFor();
  expect(problems.splice(0)).toEqual([expect.stringContaining("401")]);
  await enterKey(page, newKey.parse(made).data.key);
  await run.click();
  await answer.getByText("Shown in GraphiQL").waitFor();

  await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
  await page.getByRole("link", { name: "Query", exact: true }).click();
  await page.getByText("List alarms.").first().waitFor();
  for (const colorScheme of ["dark", "light"] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 860 });
      await picture(page, `graphiql-${width}-${colorScheme}`);
    }
  }
  expect(problems).toEqual([]);
  expect(violations).toEqual([]);
  expect([...hosts]).toEqual([new URL(testStack.appUrl).host]);
});

test("a subscription runs over a WebSocket, with the key that was entered", async () => {
  const account = await openAccount(testStack.appUrl, "graphiql-live@example.com");
  const made = await account.call("POST", "/api/keys", { name: "GraphiQL", scopes: ["links:read", "stats:read"] });
  const { page, problems } = await openGraphiql("subscription { workspaceClicks { __typename } }");
  await enterKey(page, newKey.parse(made).data.key);
  await page.getByRole("button", { name: "Execute query" }).click();
  await page.locator(".result-window").getByText("workspaceClicks").waitFor();
  await page.getByRole("button", { name: "Stop query" }).click();
  expect(problems).toEqual([]);
});
