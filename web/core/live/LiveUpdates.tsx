import { useApolloClient } from "@apollo/client/react";
import type { ReactNode } from "react";
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { LiveConnection, LiveStatus } from "./connection.ts";
import type { LinkCount } from "./followCounts.ts";
import { followCounts } from "./followCounts.ts";
import { onWake } from "./wake.ts";

type CountListener = (count: LinkCount) => void;

interface Live {
  readonly status: LiveStatus;
  /** Subscribes to counts; returns the unsubscribe function. */
  onCount(listener: CountListener): () => void;
}

const LiveContext = createContext<Live>({ status: "idle", onCount: () => () => undefined });

/** Keeps the counts on the screen up to date while `children` are mounted. */
export function LiveUpdates({ connection, children }: { connection: LiveConnection; children: ReactNode }) {
  const client = useApolloClient();
  const status = useSyncExternalStore(connection.subscribe, connection.status);
  const [listeners] = useState(() => new Set<CountListener>());

  useEffect(
    () =>
      followCounts(client, (count) => {
        for (const listener of listeners) listener(count);
      }),
    [client, listeners],
  );

  useEffect(() => {
    let missed = false;
    return connection.subscribe((next) => {
      if (next === "lost") missed = true;
      if (next !== "live" || !missed) return;
      missed = false;
      void client.refetchQueries({ include: "active" });
    });
  }, [client, connection]);

  useEffect(() => onWake(() => connection.client.terminate()), [connection]);

  const live = useMemo<Live>(
    () => ({
      status,
      onCount(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    [status, listeners],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  return use(LiveContext);
}
