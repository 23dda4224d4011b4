import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { useState } from "react";
import { useLoadClient } from "./ClientSource.tsx";

interface GuestMutation<Data, Variables> {
  /** Runs the mutation. Rejects with an error that `failureOf` accepts. */
  run(variables: Variables): Promise<Data>;
  busy: boolean;
}

/** A mutation without a session, for guest forms. */
export function useGuestMutation<Data, Variables extends Record<string, unknown>>(
  mutation: TypedDocumentNode<Data, Variables>,
): GuestMutation<Data, Variables> {
  const loadClient = useLoadClient();
  const [busy, setBusy] = useState(false);

  const run = async (variables: Variables): Promise<Data> => {
    setBusy(true);
    try {
      const client = await loadClient();
      const { data } = await client.mutate<Data, Record<string, unknown>>({
        mutation,
        variables,
        context: { guest: true },
      });
      if (!data) throw new Error("");
      return data;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy };
}
