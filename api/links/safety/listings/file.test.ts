import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entryLimits } from "../blocklist/entry.ts";
import { listingIn, operate } from "../../../testing/listings.ts";
import { makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";

const folder = mkdtempSync(join(tmpdir(), "hoplog-blocklist-"));
const path = join(folder, "blocklist.txt");
let logged = "";
const destination = new Writable({ write: (chunk, _encoding, done) => ((logged += String(chunk)), done()) });
let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  writeFileSync(path, "# known\nfile.example Malware # since today\n*.nothing\n");
  api = await openTestApi({ settings: { BLOCKLIST_FILE: path }, logger: createLogger("api", "info", destination) });
  user = await signUp(api);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

/** Replaces the file by renaming a new one, as most tools do. */
function replaceFile(text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

const entries = async () => (await operate(api, "list", "blocklist")).split("\n").at(-1);
const metric = async (name: string) => (await api.registry.getSingleMetric(name)?.get())?.values[0]?.value;
const alarms = () => logged.match(/ALARM/g)?.length ?? 0;

it("is read at the start, and anew when it changes; one that can't be read leaves the list as it was", async () => {
  const { id } = await makeLink(api, user, { originalUrl: "https://www.file.example/a" });
  const second = await makeLink(api, user, { originalUrl: "https://second.example/" });
  const listing = (linkId: string) => () => listingIn(api, user, linkId);
  await expect.poll(listing(id)).toMatchObject({ reason: "Malware", source: "blocklist" });
  expect(await metric("hoplog_api_blocklist_bad_lines")).toBe(1);
  expect(logged).toContain("line 3: The host name is not valid");

  replaceFile("second.example\n");
  await expect.poll(listing(second.id)).toMatchObject({ reason: "It is on the blocklist of this service" });
  await expect.poll(listing(id)).toBeUndefined();
  expect(await metric("hoplog_api_blocklist_file_unreadable")).toBe(0);

  const unreadable = () => metric("hoplog_api_blocklist_file_unreadable");
  const tooLarge = `second.example\n#${"x".repeat(entryLimits.fileBytesMax)}`;
  for (const [count, spoil] of [
    () => rmSync(path),
    () => replaceFile(""),
    () => replaceFile("<html>\n404 not found\n"),
    () => replaceFile(tooLarge),
  ].entries()) {
    spoil();
    await expect.poll(unreadable).toBe(1);
    expect(await entries()).toBe("0 entries of operators, 1 of the blocklist file.");
    await expect.poll(alarms).toBe(count + 1);
    replaceFile("second.example\n");
    await expect.poll(unreadable).toBe(0);
  }
  expect(await listing(second.id)()).toBeDefined();
  await expect(operate(api, "unblock", "second.example")).rejects.toThrow("the blocklist file contains it");

  replaceFile("# nothing\n");
  await expect.poll(listing(second.id)).toBeUndefined();
  expect(await entries()).toBe("0 entries of operators, 0 of the blocklist file.");
}, 120_000);
