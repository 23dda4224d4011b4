import type { Tokens, TokenStore } from "./tokens.ts";

/** Runs `work` while no other tab runs its own. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** `spentToken` is the access token that was refused; resolves to the one to use instead. */
export type Renew = (spentToken: string | null) => Promise<string>;

/**
 * Makes the one way to renew a session: all callers of a tab wait for the same renewal, and tabs take turns.
 * A tab that had to wait finds the tokens of the one before it and requests none. Rejects when the session is over;
 * the tokens are gone then.
 */
export function createRenewal(
  store: TokenStore,
  exclusive: Exclusive,
  requestTokens: (refreshToken: string) => Promise<Tokens>,
): Renew {
  let underWay: Promise<string> | null = null;

  const renewOnce = (spentToken: string | null): Promise<string> =>
    exclusive(async () => {
      const current = store.accessToken();
      if (current !== null && current !== spentToken) return current;
      const refreshToken = store.refreshToken();
      try {
        if (refreshToken === null) throw new Error("There is no session to renew");
        const tokens = await requestTokens(refreshToken);
        // Signed out while the answer was on its way: that wins.
        if (store.refreshToken() !== refreshToken) throw new Error("The session has ended");
        store.write(tokens);
        return tokens.accessToken;
      } catch (error) {
        store.clear();
        throw error;
      }
    });

  return (spentToken) => {
    underWay ??= renewOnce(spentToken).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

/** Takes turns with other tabs by a Web Lock; where there are none (plain http on a network), only within the tab. */
export const exclusiveAcrossTabs: Exclusive = (work) =>
  "locks" in navigator ? navigator.locks.request("hoplog-session", work) : work();
