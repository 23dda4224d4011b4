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
  /** Stores the session. Rejects with StorageBlocked if the browser stores nothing for this site. */
  signIn(user: SessionUser, issued: Tokens): Promise<void>;
  /** Replaces the signed-in user's data. */
  update(user: SessionUser): void;
  /** Clears the session without notifying the server, which has already ended it. */
  forget(): Promise<void>;
  /** Clears the session and notifies the server, whose response is ignored. */
  signOut(): Promise<void>;
}

/** Loads the stored session's user, retrying until the server responds; a rejected session is cleared. */
async function loadSession(loadClient: LoadClient): Promise<State> {
  const isOver = () => tokens.accessToken() === null;
  if (isOver()) return { status: "guest" };
  const client = await loadClient();
  const readProfile = async (): Promise<State> => {
    const { data } = await client.query({ query: MeDocument, fetchPolicy: "network-only" });
    if (!data) throw new Error("The response contains no profile");
    return { status: "signedIn", user: data.me };
  };
  return reach.until(readProfile, isOver).catch(() => ({ status: "guest" }));
}

/** Clears the cache, so that one user's data is never shown to the next. */
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

  // If the client's code can't be loaded, the session's state is unknown, so the session stays stored.
  const crash = useCallback((error: unknown) => setState(() => throwIt(error)), []);

  useEffect(() => {
    if (tokens.accessToken() !== null) void loadSession(loadClient).then(setState, crash);
  }, [crash, loadClient]);

  useEffect(
    () =>
      tokens.onChangeElsewhere(() => {
        // Waiting calls may have valid tokens now, or the session may be over.
        reach.retry();
        // A renewal in another tab changes only the token of the same user, so only sign-in and sign-out are handled.
        const signedIn = tokens.accessToken() !== null;
        if (signedIn === (state.status !== "guest")) return;
        void clearStore(loadClient)
          .then(() => loadSession(loadClient))
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
  if (!value) throw new Error("useSession must be called within a SessionProvider");
  return value;
}

/** Returns the signed-in user; throws outside of guarded screens. */
export function useUser(): SessionUser {
  const { state } = useSession();
  if (state.status !== "signedIn") throw new Error("useUser: no user is signed in");
  return state.user;
}
