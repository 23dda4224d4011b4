import type { Reach } from "./reach.ts";
import type { Tokens, TokenStore } from "./tokens.ts";

/** Runs `work` while no other tab runs work of its own. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Renews the session. `spentToken` is the access token that was rejected; resolves with the new one. */
export type Renew = (spentToken: string | null) => Promise<string>;

/** Thrown if the server has rejected the session, or if there is none. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
}

/**
 * Creates the function that renews the session: all callers in a tab share one renewal, and tabs take turns. A tab that
 * had to wait uses the tokens of the previous tab and requests none. The function rejects with SessionOver if there is
 * no session left, and retries after any other failure.
 */
export function createRenewal(
  store: TokenStore,
  exclusive: Exclusive,
  requestTokens: (refreshToken: string) => Promise<Tokens>,
  until: Reach["until"],
): Renew {
  let underWay: Promise<string> | null = null;

  const renewOnce = (spentToken: string | null): Promise<string> =>
    exclusive(async () => {
      const current = store.accessToken();
      if (current !== null && current !== spentToken) return current;
      const refreshToken = store.refreshToken();
      if (refreshToken === null) {
        store.clear();
        throw new SessionOver("There is no session to renew");
      }
      try {
        const tokens = await requestTokens(refreshToken);
        if (store.refreshToken() === refreshToken) store.write(tokens);
      } catch (error) {
        // Another tab may have renewed the session in the meantime without waiting for its turn, so that only this
        // tab's token was rejected.
        if (!(error instanceof SessionOver) || store.refreshToken() !== refreshToken) throw error;
        store.clear();
      }
      const renewed = store.accessToken();
      // The user signed out while the request was pending, and signing out takes precedence.
      if (renewed === null || renewed === spentToken) throw new SessionOver("The session has ended");
      return renewed;
    });

  return (spentToken) => {
    underWay ??= until(
      () => renewOnce(spentToken),
      (error) => error instanceof SessionOver && store.refreshToken() === null,
    ).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
