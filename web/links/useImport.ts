import { useApolloClient } from "@apollo/client/react";
import { useRef, useState } from "react";
import { failureOf } from "../errors/failure.ts";
import {
  CreateGroupDocument,
  CreateLinkDocument,
  GroupNamesDocument,
  LinksDocument,
} from "../graphql/generated/graphql.ts";
import type { ImportRow } from "./importRows.ts";

/** What became of a row: absent until it was tried. */
export type ImportResult = { ok: true } | { ok: false; message: string };

type Results = Readonly<Record<number, ImportResult>>;

/** Creates links one after the other, each with a result of its own; groups that don't exist yet are made. */
export function useImport() {
  const client = useApolloClient();
  const [results, setResults] = useState<Results>({});
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);

  const run = async (rows: readonly ImportRow[]) => {
    stopped.current = false;
    setRunning(true);
    const groups = new Map<string, string>();
    try {
      const { data } = await client.query({ query: GroupNamesDocument, fetchPolicy: "network-only" });
      for (const group of data?.groups ?? []) groups.set(group.name.toLowerCase(), group.id);
    } catch {
      // Each row that needs a group then says by itself that it failed.
    }
    const groupIdOf = async (name: string): Promise<string | null> => {
      if (name === "") return null;
      const known = groups.get(name.toLowerCase());
      if (known !== undefined) return known;
      const { data } = await client.mutate({ mutation: CreateGroupDocument, variables: { name } });
      if (!data) throw new Error("The group could not be created");
      groups.set(name.toLowerCase(), data.createGroup.id);
      return data.createGroup.id;
    };

    for (const { line, name, originalUrl, shortUrl, group } of rows) {
      if (stopped.current) break;
      let result: ImportResult = { ok: true };
      try {
        const groupId = await groupIdOf(group);
        const input = { name, originalUrl, shortUrl: shortUrl || null, groupId };
        await client.mutate({ mutation: CreateLinkDocument, variables: { input } });
      } catch (error) {
        const { type, message } = failureOf(error);
        result = { ok: false, message };
        // The next ones would fail in the same way.
        if (type === "RATE_LIMIT_ERROR" || type === "NETWORK_ERROR") stopped.current = true;
      }
      setResults((before) => ({ ...before, [line]: result }));
    }
    setRunning(false);
    await client.refetchQueries({ include: [LinksDocument] }).catch(() => undefined);
  };

  return {
    results,
    running,
    run,
    /** After the row that is under way. */
    stop() {
      stopped.current = true;
    },
    reset: () => setResults({}),
  };
}
