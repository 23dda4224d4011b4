import { ApolloLink } from "@apollo/client/link";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { catchError, defer, from, map, mergeMap } from "rxjs";
import { isAuthenticationFailure } from "../errors/failure.ts";
import { type Renew, SessionOver } from "./renewal.ts";

declare module "@apollo/client" {
  interface DefaultContext {
    /** Whether to forward the operation without adding a token, renewal or retry, for guests and for log-out. */
    guest?: boolean;
  }
}

interface Session {
  accessToken(): string | null;
  renew: Renew;
  /** Clears a session that can't be renewed and opens the log-in page. */
  end(): void;
}

/**
 * Creates a link that adds the bearer token to operations. If the server rejects the token, the link renews the session
 * and retries once.
 */
export function createSessionLink(session: Session): ApolloLink {
  return new ApolloLink((operation, forward) => {
    if (operation.getContext().guest === true) return forward(operation);

    const send = (token: string | null) => {
      operation.setContext({ headers: token === null ? {} : { authorization: `Bearer ${token}` } });
      return forward(operation).pipe(map(throwWhenRefused));
    };

    return defer(() => {
      const token = session.accessToken();
      return send(token).pipe(
        catchError((error: unknown) => {
          if (!isAuthenticationFailure(error)) throw error;
          return from(renewOrEnd(token)).pipe(mergeMap(send), catchError(endWhenRefused));
        }),
      );
    });
  });

  async function renewOrEnd(spentToken: string | null): Promise<string> {
    try {
      return await session.renew(spentToken);
    } catch (error) {
      if (error instanceof SessionOver) session.end();
      throw error;
    }
  }

  function endWhenRefused(error: unknown): never {
    if (isAuthenticationFailure(error)) session.end();
    throw error;
  }
}

/** Throws on an authentication error inside a 200 response, so that it is handled like a 401. */
function throwWhenRefused(result: ApolloLink.Result): ApolloLink.Result {
  if (result.errors && result.errors.length > 0) {
    const error = new CombinedGraphQLErrors(result);
    if (isAuthenticationFailure(error)) throw error;
  }
  return result;
}
