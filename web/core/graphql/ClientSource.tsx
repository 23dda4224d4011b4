import type { ApolloClient } from "@apollo/client";
import type { ReactNode } from "react";
import { createContext, use } from "react";

/** Resolves with the app's only GraphQL client; loads the client's code on first use. */
export type LoadClient = () => Promise<ApolloClient>;

const ClientContext = createContext<LoadClient | null>(null);

/** Provides the GraphQL client to guest pages on demand, because none of them needs it to render. */
export function ClientSource({ load, children }: { load: LoadClient; children: ReactNode }) {
  return <ClientContext value={load}>{children}</ClientContext>;
}

export function useLoadClient(): LoadClient {
  const load = use(ClientContext);
  if (!load) throw new Error("useLoadClient must be called within a ClientSource");
  return load;
}
