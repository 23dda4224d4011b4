import { beforeAll, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { makeWebhook } from "../../testing/webhookReceiver.ts";
import { call, sharedTestApi, signUp, type TestApi } from "../../testing/testApi.ts";
import { messageBody, transactionOn, writeMessages } from "./outbox/newMessage.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

it("a message that waits for the one before goes on waiting when it is sent again", async () => {
  const user = await signUp(api);
  const url = "https://receiver.example/";
  const { id: webhookId } = await makeWebhook(api, user, url, ["link.created"], { ordered: true });
  await call(api, "PATCH", `/api/webhooks/${webhookId}`, { user, body: { paused: true } });
  const body = messageBody("link.created", new Date().toISOString(), {});
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const own = { webhookId, ownerId: user.id, linkId: null, ordered: true, type: "link.created", body } as const;
  const client = await api.services.reads.connect();
  const messages = [first, second].map((id) => ({ id, ...own }));
  await transactionOn(client, () => writeMessages(client, messages, [webhookId], new Date()));
  client.release();
  for (const id of [second, first])
    expect((await call(api, "POST", `/api/webhooks/${webhookId}/messages/${id}/resend`, { user })).status).toBe(200);

  const { rows } = await api.services.reads.query(
    sql`SELECT id, due_at IS NULL AS waits FROM webhook_message WHERE webhook_id = ${webhookId} ORDER BY position`,
  );
  expect(rows).toEqual([
    { id: first, waits: false },
    { id: second, waits: true },
  ]);
});
