import type { ReactNode } from "react";
import { createContext, use, useCallback, useEffect, useMemo, useState } from "react";
import type { LoadClient } from "../graphql/ClientSource.tsx";
import { useLoadClient } from "../graphql/ClientSource.tsx";
import type { SessionUserFragment } from "../graphql/generated/graphql.ts";
import { LogoutDocument, MeDocument } from "../graphql/generated/graphql.ts";
import { reach } from "./reach.ts";
import { StorageBlocked, tokens } from "./tokens.ts";
import type { Tokens } from "./tokens.ts";

export type SessionUser = SessionUserFragment;

type State = { status: "loading" } | { status: "guest" } | { status: "signedIn"; user: SessionUser };

interface SessionValue {
  readonly state: State;
  /** Rejects with StorageBlocked where the browser keeps nothing for this site. */
  signIn(user: SessionUser, issued: Tokens): Promise<void>;
  /** Takes over what has changed about the signed-in user. */
  update(user: SessionUser): void;
  /** Forgets the session without a word to the server, which has ended it already. */
  forget(): Promise<void>;
  /** Notifies the server, whose answer doesn't matter, and forgets everything of the session. */
  signOut(): Promise<void>;
}

/** Reads from the server whose session is stored, for as long as that takes; one that the server refuses is gone then. */
async function whoIsThere(loadClient: LoadClient): Promise<State> {
  const isOver = () => tokens.accessToken() === null;
  if (isOver()) return { status: "guest" };
  const client = await loadClient();
  const readProfile = async (): Promise<State> => {
    const { data } = await client.query({ query: MeDocument, fetchPolicy: "network-only" });
    if (!data) throw new Error("There is no profile in the answer");
    return { status: "signedIn", user: data.me };
  };
  return reach.until(readProfile, isOver).catch(() => ({ status: "guest" }));
}

/** Nothing of one person's may be shown to the next. */
async function clearStore(loadClient: LoadClient): Promise<void> {
  const client = await loadClient();
  await client.clearStore();
}

function throwIt(error: unknown): never {
  throw error;
}

const SessionContext = createContext<SessionValue | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const loadClient = useLoadClient();
  const [state, setState] = useState<State>(() => ({ status: tokens.accessToken() === null ? "guest" : "loading" }));

  // The code of the client is out of reach: nothing can be said of the session, which stays as it is.
  const crash = useCallback((error: unknown) => setState(() => throwIt(error)), []);

  useEffect(() => {
    if (tokens.accessToken() !== null) void whoIsThere(loadClient).then(setState, crash);
  }, [crash, loadClient]);

  useEffect(
    () =>
      tokens.onChangeElsewhere(() => {
        // What waits for the server may have what it needs now, or may be over.
        reach.retry();
        // A renewal in another tab changes the token of the same person: only signing in or out matters here.
        const signedIn = tokens.accessToken() !== null;
        if (signedIn === (state.status !== "guest")) return;
        void clearStore(loadClient)
          .then(() => whoIsThere(loadClient))
          .then(setState, crash);
      }),
    [crash, loadClient, state.status],
  );

  const value = useMemo<SessionValue>(
    () => ({
      state,
      async signIn(user, issued) {
        await clearStore(loadClient);
        tokens.write(issued);
        if (tokens.accessToken() !== issued.accessToken) throw new StorageBlocked();
        setState({ status: "signedIn", user });
      },
      update: (user) => setState({ status: "signedIn", user }),
      async forget() {
        tokens.clear();
        reach.retry();
        setState({ status: "guest" });
        await clearStore(loadClient);
      },
      async signOut() {
        const authorization = `Bearer ${tokens.accessToken() ?? ""}`;
        const context = { guest: true, headers: { authorization } };
        tokens.clear();
        reach.retry();
        setState({ status: "guest" });
        const client = await loadClient();
        void client.mutate({ mutation: LogoutDocument, context }).catch(() => undefined);
        await client.clearStore();
      },
    }),
    [loadClient, state],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SessionValue {
  const value = use(SessionContext);
  if (!value) throw new Error("useSession needs a SessionProvider around it");
  return value;
}

/** The signed-in user; only for screens behind the guard. */
export function useUser(): SessionUser {
  const { state } = useSession();
  if (state.status !== "signedIn") throw new Error("Nobody is signed in");
  return state.user;
}
