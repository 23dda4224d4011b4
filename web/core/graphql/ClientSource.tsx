import type { ApolloClient } from "@apollo/client";
import type { ReactNode } from "react";
import { createContext, use } from "react";

/** Resolves with the one client; fetches its code when it is first used. */
export type LoadClient = () => Promise<ApolloClient>;

const ClientContext = createContext<LoadClient | null>(null);

/** Where the pages of guests get the GraphQL client once they need it: none of them needs it to be read. */
export function ClientSource({ load, children }: { load: LoadClient; children: ReactNode }) {
  return <ClientContext value={load}>{children}</ClientContext>;
}

export function useLoadClient(): LoadClient {
  const load = use(ClientContext);
  if (!load) throw new Error("useLoadClient needs a ClientSource around it");
  return load;
}
