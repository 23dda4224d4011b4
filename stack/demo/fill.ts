import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { EventLog } from "@hoplog/platform/log/port.js";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import type { DemoApi } from "./api.ts";
import { demoGroups, demoLinks } from "./links.ts";
import { demoArms, demoOptions, splitLink } from "./options.ts";
import { seededRandom } from "./random.ts";
import { demoClicks, type DemoTarget } from "./traffic.ts";

export const demoAccount = {
  name: "Demo Person",
  email: "demo@hoplog.dev",
  contactNumber: "+1 555 0100",
  password: "hop-hop-hooray",
};

const clickCount = 40_000;
const batchSize = 5000;
const timeoutMs = 120_000;

export type FillResult = { readonly links: number; readonly clicks: number } | "filled before";

/**
 * Creates the demo's account, groups and links over the API, publishes its clicks to `clicks.v1`, and waits until they
 * are counted. Does nothing if the account already has links.
 */
export async function fillDemo(
  api: DemoApi,
  log: EventLog,
  now: number,
  print: (line: string) => void,
): Promise<FillResult> {
  await api.signUp(demoAccount);
  const { userId, token } = await api.logIn(demoAccount.email, demoAccount.password);
  if ((await api.counts(token)).length > 0) return "filled before";

  const groups = new Map<string, string>();
  for (const name of demoGroups) groups.set(name, await api.createGroup(token, name));
  const options = demoOptions(now);
  const targets: DemoTarget[] = [];
  for (const { name, originalUrl, group, weight, age } of demoLinks.toReversed()) {
    const groupId = group === null ? null : (groups.get(group) ?? null);
    const id = await api.createLink(token, { name, originalUrl, groupId, ...options[name] });
    const arms = name === splitLink ? { arms: demoArms.length } : {};
    targets.push({ linkId: uuidBytes(id), ownerId: uuidBytes(userId), weight, age, ...arms });
  }
  print(`created ${targets.length} links in ${groups.size} groups`);

  const clicks = demoClicks(targets, clickCount, now, seededRandom(20));
  for (let start = 0; start < clicks.length; start += batchSize) {
    const value = encodeClickBatch(batchId(userId, start), clicks.slice(start, start + batchSize));
    await log.append(clicksV1, [{ key: null, value }]);
  }
  print(`sent ${clicks.length} clicks of the last 30 days into the pipeline`);
  await untilCounted(api, token, clicks.length);
  return { links: targets.length, clicks: clicks.length };
}

async function untilCounted(api: DemoApi, token: string, expected: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const counted = (await api.counts(token)).reduce<number>((sum, count) => sum + (count ?? 0), 0);
    if (counted >= expected) return;
    await pause(100);
  }
  throw new Error(`the clicks were not counted within ${timeoutMs / 1000} s: check the logs of ingest`);
}

function uuidBytes(id: string): Uint8Array {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

/**
 * Returns a batch id: a UUID whose last four bytes are zero. It is deterministic per account, so that a repeated batch
 * counts once.
 */
function batchId(userId: string, start: number): Uint8Array {
  const id = createHash("sha256").update(`demo ${userId} ${start}`).digest().subarray(0, 16);
  id[6] = 0x80 | ((id[6] ?? 0) & 0x0f);
  id[8] = 0x80 | ((id[8] ?? 0) & 0x3f);
  return id.fill(0, 12);
}
