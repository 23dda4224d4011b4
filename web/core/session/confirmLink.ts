import { ApolloLink } from "@apollo/client/link";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { catchError, defer, from, mergeMap, type Observable, of, throwError } from "rxjs";
import { failureOf } from "../errors/failure.ts";

/**
 * Creates a link that retries an operation once, after `ask` has confirmed the session, if the operation was rejected
 * because the sign-in is too old.
 */
export function createConfirmLink(ask: () => Promise<boolean>): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const repeated = (refused: () => Observable<ApolloLink.Result>) =>
      defer(() => from(ask())).pipe(mergeMap((isConfirmed) => (isConfirmed ? forward(operation) : refused())));
    return forward(operation).pipe(
      mergeMap((result) => (needsConfirmation(refusalIn(result)) ? repeated(() => of(result)) : of(result))),
      catchError((error: unknown) =>
        needsConfirmation(error) ? repeated(() => throwError(() => error)) : throwError(() => error),
      ),
    );
  });
}

function refusalIn(result: ApolloLink.Result): unknown {
  return result.errors && result.errors.length > 0 ? new CombinedGraphQLErrors(result) : null;
}

function needsConfirmation(error: unknown): boolean {
  return error !== null && failureOf(error).details.confirm === true;
}
