import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { inspect, openContext } from "../browser/appearance.ts";
import { type BrowserStack, shareBrowserStack } from "../browser/browserStack.ts";
import { launchChromium } from "../browser/chromium.ts";
import { openDestination } from "../browser/destination.ts";
import { type Account, openAccount, signedInScript } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";

let testStack: StackPlace;
let browser: Browser;
let close: BrowserStack["close"];
let destination: Awaited<ReturnType<typeof openDestination>>;

beforeAll(async () => {
  destination = await openDestination();
  ({ testStack, browser, close } = await shareBrowserStack());
});
afterAll(async () => {
  await close();
  destination.close();
});

const list = z.object({ data: z.array(z.object({ name: z.string(), originalUrl: z.string() })) });
const linksOf = async (account: Account) => list.parse(await account.call("GET", "/api/urls")).data;

test("a page is shortened from anywhere, once", async () => {
  const account = await openAccount(testStack.appUrl, "new@example.com");
  const { page } = await openContext(browser, "phone");
  const url = `${destination.url}/shared?a=1&b=%C3%A4#part`;
  const shared = new URLSearchParams({ url, name: "A shared page" }).toString();
  const address = `${testStack.appUrl}/new?${shared}`;

  // A user who has to sign in first is returned to the form.
  await page.goto(address);
  await page.getByLabel("Email address").fill("new@example.com");
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Shorten a link" }).waitFor();
  expect(page.url()).toBe(address);
  expect(await page.getByLabel("Original URL").inputValue()).toBe(url);
  expect(await page.getByLabel("URL Name").inputValue()).toBe("A shared page");
  await inspect(page, "new");
  expect(await linksOf(account)).toEqual([]);

  await page.getByRole("button", { name: "Shorten", exact: true }).click();
  await page.getByRole("heading", { name: "Your short link" }).waitFor();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await inspect(page, "new-made");
  const [link] = await linksOf(account);
  expect(link).toMatchObject({ name: "A shared page", originalUrl: url });

  await page.goto(address);
  await page.getByRole("button", { name: "Shorten", exact: true }).click();
  await page.getByText("You had a short link to this URL already: “A shared page”.").waitFor();
  expect(await linksOf(account)).toHaveLength(1);

  await page.getByRole("button", { name: "Shorten another" }).click();
  await page.getByRole("link", { name: "Shorten with hoplog" }).waitFor();
  await page.getByLabel("Original URL").fill("nonsense");
  await page.getByRole("button", { name: "Shorten", exact: true }).click();
  await page.getByText("Please enter a valid URL").waitFor();
  await inspect(page, "new-empty");
});

test("a code is checked while it is typed, and proposed from the destination's words", async () => {
  const account = await openAccount(testStack.appUrl, "codes@example.com");
  const other = await openAccount(testStack.appUrl, "codes-other@example.com");
  await other.createLink({ name: "Another's" }, { shortUrl: "taken-by-other" });
  await account.createLink({ name: "Spring" }, { shortUrl: "spring-sale" });
  const { context, page } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/urls?new=1`);
  const form = page.getByRole("dialog");
  await form.getByLabel("Original URL").fill("https://example.com/blog/summer-news.html");
  await form.getByRole("button", { name: "Propose codes" }).click();
  await form.getByRole("button", { name: "summer-news", exact: true }).waitFor();
  await inspect(page, "code-proposals");
  await form.getByRole("button", { name: "summer-news", exact: true }).click();
  await form.getByText("“summer-news” is free").waitFor();
  await form.getByLabel("Custom Short URL").fill("taken-by-other");
  await form.getByText("This short URL is already taken").waitFor();
  await form.getByLabel("Custom Short URL").fill("spring-sales");
  expect(await form.getByRole("button", { name: "Propose codes" }).count()).toBe(0);
  await form.getByText("Easily confused with “spring-sale” of your link “Spring”").waitFor();
  await inspect(page, "code-near");

  await form.getByRole("button", { name: "UTM parameters" }).click();
  await form.getByLabel("Source").fill("news letter");
  await form.getByLabel("Ref", { exact: true }).fill("a&b");
  const original = form.getByLabel("Original URL");
  expect(await original.inputValue()).toBe(
    "https://example.com/blog/summer-news.html?utm_source=news+letter&ref=a%26b",
  );
  await original.fill("https://example.com/?utm_medium=email&x=%C3%A4#part");
  expect(await form.getByLabel("Medium").inputValue()).toBe("email");
  expect(await form.getByLabel("Source").inputValue()).toBe("");
  await form.getByLabel("Medium").fill("");
  expect(await original.inputValue()).toBe("https://example.com/?x=%C3%A4#part");
  await form.getByLabel("Source").focus();
  await inspect(page, "utm");
});

test("the app can be installed, and says where there is no network", async () => {
  const account = await openAccount(testStack.appUrl, "install@example.com");
  // The headless shell neither installs apps nor reports errors about it.
  const whole = await launchChromium({ isWhole: true });
  onTestFinished(() => whole.close());
  const { context, page, problems } = await openContext(whole);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/dashboard`);
  const protocol = await context.newCDPSession(page);
  const { errors, data } = await protocol.send("Page.getAppManifest");
  expect({ errors, share: JSON.parse(data ?? "{}").share_target.action }).toEqual({ errors: [], share: "/new" });
  await expect
    .poll(async () => (await protocol.send("Page.getInstallabilityErrors")).installabilityErrors)
    // Chromium reports only that its windows are incognito, because tests use no profile.
    .toEqual([{ errorId: "in-incognito", errorArguments: [] }]);
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
  expect(problems).toEqual([]);
  await context.setOffline(true);
  await page.goto(`${testStack.appUrl}/urls`);
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  expect(await page.evaluate("caches.keys()")).toEqual([]);
  await context.setOffline(false);
  await page.reload();
  await page.getByRole("heading", { name: "URLs", exact: true }).waitFor();
});

test("views of the list, and templates and rules of campaign parameters, are kept for the workspace", async () => {
  const account = await openAccount(testStack.appUrl, "presets@example.com");
  await account.createLink({ name: "Poster", originalUrl: destination.url });
  await account.createLink({ name: "Flyer", originalUrl: destination.url });
  const { context, page, problems } = await openContext(browser);
  await context.addInitScript(signedInScript(account));
  await page.goto(`${testStack.appUrl}/urls`);
  const card = (name: string) => page.getByRole("article", { name });
  const views = page.getByRole("dialog", { name: "Views" });
  const named = "Posters";

  await page.getByRole("searchbox", { name: "Search URLs" }).fill("post");
  await card("Flyer").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Views" }).click();
  await views.getByLabel("Save the present choice as").fill(named);
  await views.getByRole("button", { name: "Save", exact: true }).click();
  await views.getByRole("button", { name: `Show ${named}` }).waitFor();
  await inspect(page, "views");
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search URLs" }).fill("");
  await card("Flyer").waitFor();
  await page.getByRole("button", { name: "Views" }).click();
  await views.getByText("Search, filter or sort the list first.").waitFor();
  await views.getByRole("button", { name: `Show ${named}` }).click();
  await card("Flyer").waitFor({ state: "detached" });
  expect(await page.getByRole("searchbox", { name: "Search URLs" }).inputValue()).toBe("post");
  expect(new URL(page.url()).search).toBe("?q=post");
  await page.getByRole("button", { name: "Views" }).click();
  await views.getByLabel(`Name of ${named}`).fill("Renamed");
  await views.getByLabel(`Name of ${named}`).press("Enter");
  await views.getByRole("button", { name: "Delete Renamed" }).click();
  await views.getByRole("button", { name: "Delete Renamed" }).click();
  await views.getByRole("button", { name: "Show Renamed" }).waitFor({ state: "detached" });

  await page.goto(`${testStack.appUrl}/profile`);
  // Cards above the form move the form while they load.
  await expect.poll(() => page.locator(".mantine-Skeleton-root").count()).toBe(0);
  await page.getByLabel("UTM values must be in lower case").check();
  const medium = page.getByRole("combobox", { name: "Medium, allowed values" });
  await medium.fill("mail");
  await medium.press("Enter");
  await page.getByRole("button", { name: "Save Rules" }).click();
  await page.getByText("The rules are saved.").waitFor();

  await page.goto(`${testStack.appUrl}/urls?new=1`);
  const form = page.getByRole("dialog");
  const original = form.getByLabel("Original URL");
  await form.getByLabel("URL Name").fill("Campaign");
  await original.fill("https://example.com/?utm_medium=sms");
  await form.getByRole("button", { name: "UTM parameters" }).click();
  await form.getByText("utm_medium can't be “sms” in this workspace.").waitFor();
  await form.getByRole("button", { name: "Create URL" }).click();
  await form.getByText("utm_medium can't be “sms” in this workspace.").nth(1).waitFor();
  await form.getByLabel("Medium").fill("mail");
  await form.getByLabel("Source").fill("News");
  const query = "utm_source=news&utm_medium=mail";
  expect(new URL(await original.inputValue()).searchParams.get("utm_source")).toBe("news");
  await form.getByLabel("Save these values as a template").fill("Mail");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => form.getByLabel("Template").locator("option:checked").innerText()).toBe("Mail");
  await original.fill("https://example.com/other?x=1");
  await form.getByLabel("Template").selectOption("Mail");
  expect(await original.inputValue()).toBe(`https://example.com/other?x=1&${query}`);
  await inspect(page, "utm-template");

  await page.goto(`${testStack.appUrl}/profile`);
  await page.getByLabel("Name of Mail").waitFor();
  await inspect(page, "utm-rules");
  await page.getByRole("button", { name: "Delete Mail" }).click();
  await page.getByRole("button", { name: "Delete Mail" }).click();
  await page.getByLabel("Name of Mail").waitFor({ state: "detached" });
  expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});
