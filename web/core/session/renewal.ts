import type { Reach } from "./reach.ts";
import type { Tokens, TokenStore } from "./tokens.ts";

/** Runs `work` while no other tab runs its own. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** `spentToken` is the access token that was refused; resolves to the one to use instead. */
export type Renew = (spentToken: string | null) => Promise<string>;

/** The server has refused to go on with the session, or there is none. */
export class SessionOver extends Error {
  override readonly name = "SessionOver";
}

/**
 * Makes the one way to renew a session: all callers of a tab wait for the same renewal, and tabs take turns.
 * A tab that had to wait finds the tokens of the one before it and requests none. While the server can't be reached it goes on
 * trying. Rejects with SessionOver, the tokens being gone then.
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
        // A tab whose turn couldn't be waited for may have renewed meanwhile, and this one's token was refused for that.
        if (!(error instanceof SessionOver) || store.refreshToken() !== refreshToken) throw error;
        store.clear();
      }
      const renewed = store.accessToken();
      // Signed out while the answer was on its way: that wins.
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
