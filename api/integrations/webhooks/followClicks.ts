import type { Batch, Consumption, EventLog, Position } from "@hoplog/platform/log/port.js";
import { startExclusiveWork } from "@hoplog/platform/postgres/exclusiveWork.js";
import { named, sql } from "@hoplog/platform/postgres/sql.js";
import type { RunningWork } from "@hoplog/platform/retry/steps.js";
import { type FindNetwork, type FindPlace, openNetworks } from "@hoplog/platform/visitor/locator.js";
import { clicksV1 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import type { Clock, Logs } from "../../kernel/calls/capabilities.ts";
import { listeningWebhooks } from "./outbox/fanOut.ts";
import type { WebhookMetrics } from "./outbox/metrics.ts";
import { type NewMessage, transactionOn, writeMessages } from "./outbox/newMessage.ts";
import type { WebhookRow } from "./outbox/rows.ts";
import { createClickFacts } from "./clickFacts.ts";
import { batchesIn, clickedLinks, clickMessages, linkIdOf, rowsByOwner, rulesOf } from "./clickMessages.ts";

export type ClicksBase = Clock &
  Logs & {
    readonly databaseUrl: string;
    readonly log: EventLog;
    readonly places: () => FindPlace;
    readonly webhookMetrics: Pick<WebhookMetrics, "written">;
  };

const limits = { maxRecords: 50, maxBytes: 4_000_000 };

/** Records that were read from the topic and wait for the connection that holds the lock. */
interface Given {
  readonly batch: Batch;
  done(): void;
  failed(error: unknown): void;
}

interface Reading {
  readonly consumption: Consumption;
  /** The connection for writing messages and the cursor. */
  readonly client: ClientBase;
  given: Given | null;
  isOver: boolean;
}

/**
 * Writes messages of clicks while a webhook subscribes to them, in one process at a time, until stopped. Follows the
 * topic from its own cursor, which advances in the transaction that writes the messages: retention does not wait for
 * it, and nothing is read while no webhook subscribes.
 */
export function startClicks(base: ClicksBase): RunningWork {
  const { databaseUrl, logger, log } = base;
  const write = createWriter(base);
  let reading: Reading | null = null;
  /** The connection on which the cursor was deleted, because no webhook subscribes to clicks. */
  let forgottenOn: ClientBase | null = null;

  async function stopReading(): Promise<void> {
    const last = reading;
    reading = null;
    if (!last) return;
    last.isOver = true;
    last.given?.failed(new Error("another process has taken over reading clicks for webhooks"));
    await last.consumption.stop();
  }

  async function startReading(client: ClientBase): Promise<Reading> {
    const from = await readCursor(client, log.name);
    const started: Reading = {
      client,
      given: null,
      isOver: false,
      consumption: log.follow(
        clicksV1,
        from,
        limits,
        (batch) =>
          new Promise<void>((done, failed) => {
            if (started.isOver) failed(new Error("this process no longer reads clicks for webhooks"));
            started.given = { batch, done, failed };
            work.notify();
          }),
      ),
    };
    return started;
  }

  const work = startExclusiveWork({
    databaseUrl,
    name: "hoplog webhook clicks",
    logger,
    pollMs: 1000,
    async step(client) {
      const webhooks = (await listeningWebhooks(client)).filter(({ events }) => events.includes("click"));
      if (webhooks.length === 0) {
        await stopReading();
        if (forgottenOn !== client) await client.query("DELETE FROM webhook_clicks_cursor");
        forgottenOn = client;
        return "idle";
      }
      forgottenOn = null;
      if (reading?.client !== client) await stopReading();
      reading ??= await startReading(client);
      const { given } = reading;
      if (!given) return "idle";
      reading.given = null;
      try {
        await write(client, webhooks, given.batch);
        given.done();
        return "worked";
      } catch (error) {
        given.failed(error);
        await stopReading();
        throw error;
      }
    },
  });

  return {
    notify: work.notify,
    async stop() {
      await work.stop();
      await stopReading();
    },
  };
}

/** Returns null to start with the retained records: clicks from before the subscription are not sent. */
async function readCursor(client: ClientBase, logName: string): Promise<Position | null> {
  const { rows } = await client.query<{ position: Position }>(
    sql`SELECT position FROM webhook_clicks_cursor WHERE log = ${logName}`,
  );
  return rows[0]?.position ?? null;
}

interface Messages {
  readonly messages: Iterable<NewMessage>;
  /** Ids of the ordered webhooks that the messages are for. */
  readonly ordered: readonly string[];
}

function createWriter({ now, log, places, webhookMetrics }: ClicksBase) {
  const factsOf = createClickFacts();
  let networks: FindNetwork | null = null;

  async function messagesOf(client: ClientBase, webhooks: readonly WebhookRow[], batch: Batch): Promise<Messages> {
    const byOwner = Map.groupBy(webhooks, ({ ownerId }) => ownerId);
    const owners = new Set(byOwner.keys());
    const clicked = batchesIn(batch.records).map((each) => ({ batch: each, rows: rowsByOwner(each, owners) }));
    const ids = clicked.flatMap((each) =>
      [...each.rows.values()].flatMap((rows) => rows.map((row) => linkIdOf(each.batch, row))),
    );
    if (ids.length === 0) return { messages: [], ordered: [] };
    const { compiled, askForNetworks } = await rulesOf(client, [...owners]);
    const means = { placeOf: places(), networkOf: askForNetworks ? (networks ??= openNetworks()) : null };
    const links = await clickedLinks(client, [...new Set(ids)]);
    const given = clicked.flatMap((each) =>
      [...each.rows].flatMap(([ownerId, rows]) =>
        (byOwner.get(ownerId) ?? []).map((webhook) => ({ webhook, batch: each.batch, rows })),
      ),
    );
    function* messages(): Generator<NewMessage, void> {
      for (const { webhook, ...of } of given) {
        const rules = compiled.get(webhook.ownerId) ?? null;
        yield* clickMessages(factsOf, means, webhook, { ...of, links, rules });
      }
    }
    return { messages: messages(), ordered: given.flatMap(({ webhook }) => (webhook.ordered ? webhook.id : [])) };
  }

  return async (client: ClientBase, webhooks: readonly WebhookRow[], batch: Batch): Promise<void> => {
    const written = await transactionOn(client, async () => {
      const { messages, ordered } = await messagesOf(client, webhooks, batch);
      const count = await writeMessages(client, messages, ordered, now());
      await client.query(
        named(
          "webhook_clicks_cursor",
          sql`INSERT INTO webhook_clicks_cursor (log, position) VALUES (${log.name}, ${batch.position})
          ON CONFLICT (one) DO UPDATE SET log = excluded.log, position = excluded.position`,
        ),
      );
      return count;
    });
    webhookMetrics.written.inc(written);
  };
}
