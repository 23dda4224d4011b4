import { clicksCountedMessage } from "@hoplog/schema/bus/clicksCounted.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import { createClient } from "graphql-ws";
import { onTestFinished } from "vitest";
import WebSocket from "ws";

/** Builds ingest's message about counted clicks: the changed links. */
export function countedMessage(batchId: string, links: Readonly<Record<string, readonly string[]>>): string {
  const owners = Object.entries(links).map(([ownerId, ids]) => ({
    ownerId: uuidBytes(ownerId),
    linkIds: ids.map(uuidBytes),
  }));
  return clicksCountedMessage(uuidBytes(batchId), owners);
}

/**
 * Returns a list that grows with messages and errors of a WebSocket until the test ends; resolves when connected, and
 * rejects with the event that closes it earlier.
 */
export async function follow(
  url: string,
  token: string | undefined,
  query: string,
  variables: Record<string, unknown> = {},
  workspace?: string,
): Promise<object[]> {
  const received: object[] = [];
  const client = createClient({
    url,
    webSocketImpl: WebSocket,
    connectionParams: { ...(token !== undefined && { token }), ...(workspace !== undefined && { workspace }) },
    retryAttempts: 0,
  });
  onTestFinished(() => client.dispose());
  const connected = new Promise<void>((resolve, reject) => {
    client.on("connected", () => resolve());
    client.on("closed", reject);
  });
  client.subscribe(
    { query, variables },
    {
      next: ({ data, errors }) => void received.push(data ?? { errors }),
      error: (errors) => void received.push({ errors }),
      complete: () => {},
    },
  );
  await connected;
  return received;
}
