import { encodeHopId } from "@hoplog/schema/conversions/hopId.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { vi } from "vitest";
import { z } from "zod";
import type { Account } from "../running/account.ts";
import type { TestStack } from "../running/runningStack.ts";
import { databasesOf } from "./databases.ts";
import { runTool } from "./tool.ts";

/** Resources that an account's API clients created. */
export interface Programs {
  readonly key: string;
  readonly webhookId: string;
  /** ID of a link that was created by a call with an Idempotency-Key. */
  readonly linkId: string;
}

const made = z.object({ data: z.object({ _id: z.string(), key: z.string().default("") }) });
const clickSchema = z.object({ id: z.string(), linkId: z.string(), at: z.coerce.number() });
const soon = { timeout: 60_000, interval: 100 };

/** Sends the repeated call; returns the id of the created link, and whether it already existed. */
export async function makeOnce({ appUrl }: Pick<TestStack, "appUrl">, key: string) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": "once" };
  const body = JSON.stringify({ name: "Made by a program", originalUrl: "https://example.com/" });
  const answer = await fetch(`${appUrl}/api/urls`, { method: "POST", headers, body });
  const { _id: id } = made.parse(await answer.json()).data;
  return { id, isReplayed: answer.headers.get("idempotent-replayed") === "true" };
}

/** Fills the tables that API clients use. The account must have clicks. Its webhook has no receiver and gets paused. */
export async function usePrograms(testStack: TestStack, account: Account): Promise<Programs> {
  const { postgres, clickHouse } = databasesOf(testStack);
  const { key } = made.parse(await account.call("POST", "/api/keys", { name: "Script", scopes: ["links:write"] })).data;
  const hook = { url: "http://127.0.0.1:1/", events: ["link.created"] };
  const { _id: webhookId } = made.parse(await account.call("POST", "/api/webhooks", hook)).data;
  const { id: linkId } = await makeOnce(testStack, key);
  const until = (sql: string) =>
    vi.waitFor(async () => {
      if ((await postgres(sql)).length === 0) throw new Error(`not yet: ${sql}`);
    }, soon);
  await until("SELECT FROM webhook_attempt");
  await account.call("PATCH", `/api/webhooks/${webhookId}`, { paused: true });
  const newest = `SELECT toString(click_id) AS id, toString(link_id) AS linkId, toUnixTimestamp64Milli(at) AS at
    FROM clicks WHERE bot_reason = '' ORDER BY at DESC LIMIT 1`;
  const click = clickSchema.parse((await clickHouse(newest))[0]);
  const clickId = encodeHopId({ clickId: uuidBytes(click.id), linkId: uuidBytes(click.linkId), at: click.at });
  await account.call("POST", "/api/conversions", { clickId, type: "sale", amount: 4900, currency: "EUR" });
  await until("SELECT FROM conversion WHERE next_try_at IS NULL");
  await runTool(testStack, "operator", {}, ["limit", account.email, "creation", "5000/1m"]);
  await until("SELECT FROM api_key WHERE last_used_at IS NOT NULL");
  return { key, webhookId, linkId };
}
