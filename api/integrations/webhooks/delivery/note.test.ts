import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { makeWebhook } from "../../../testing/webhookReceiver.ts";
import { call, sharedTestApi, signUp, type TestApi, type TestUser } from "../../../testing/testApi.ts";
import { messageBody, transactionOn, writeMessages } from "../outbox/newMessage.ts";
import { leaseMessages, type LeasedMessage } from "./claim.ts";
import { noteResults, type Result } from "./note.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

/** Creates a message and takes it from the queue, so that only the test sends it. */
async function taken(user: TestUser): Promise<LeasedMessage> {
  const { id: webhookId } = await makeWebhook(api, user, "https://receiver.example/", ["link.created"]);
  await call(api, "PATCH", `/api/webhooks/${webhookId}`, { user, body: { paused: true } });
  const client = await api.services.reads.connect();
  const body = messageBody("link.created", new Date().toISOString(), {});
  const message = { id: crypto.randomUUID(), webhookId, ownerId: user.id, linkId: null, ordered: false, body } as const;
  await transactionOn(client, () => writeMessages(client, [{ ...message, type: "link.created" }], [], new Date()));
  client.release();
  const [one] = await leaseMessages(api.services, new Map([[webhookId, 1]]), new Date());
  if (!one) throw new Error("there is no message");
  return { ...one, failingSince: null, succeededAt: new Date() };
}

const resultOf = (message: LeasedMessage, verdict: Result["verdict"]): Result => ({
  message,
  verdict,
  attempt: {
    at: new Date(),
    milliseconds: 1,
    status: 200,
    error: null,
    response: "",
    retryAfterMs: null,
    isRefused: false,
  },
});

it("deliveries of others are noted while a webhook is deleted", async () => {
  const [one, other] = [await taken(await signUp(api)), await taken(await signUp(api))];
  const deleting = new pg.Client({ connectionString: api.databaseUrl });
  await deleting.connect();
  await deleting.query("BEGIN");
  await deleting.query(sql`DELETE FROM webhook WHERE id = ${one.webhookId}`);
  const noted = noteResults(api.services, [resultOf(one, { is: "delivered" }), resultOf(other, { is: "delivered" })]);

  await expect
    .poll(
      async () =>
        (
          await deleting.query(
            sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          )
        ).rowCount,
    )
    .toBeGreaterThan(0);
  await deleting.query("COMMIT");
  await deleting.end();
  await noted;
  const { rows } = await api.services.reads.query(sql`SELECT state FROM webhook_message WHERE id = ${other.id}`);
  expect(rows).toEqual([{ state: "delivered" }]);
});

it("of two pauses that a receiver asks for the longer one holds, also by a message that is given up", async () => {
  const message = await taken(await signUp(api));
  const hold = async (holdMs: number | null) => {
    await noteResults(api.services, [resultOf(message, { is: "failed", holdMs })]);

    const { rows } = await api.services.reads.query<{ seconds: number }>(
      sql`SELECT extract(epoch FROM hold_until - now())::int AS seconds FROM webhook WHERE id = ${message.webhookId}`,
    );
    return rows[0]?.seconds ?? 0;
  };
  expect(await hold(3_600_000)).toBeGreaterThan(3500);
  expect(await hold(1000)).toBeGreaterThan(3500);
  expect(await hold(null)).toBeGreaterThan(3500);
});
