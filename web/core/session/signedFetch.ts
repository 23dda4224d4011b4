import { ServerError } from "@apollo/client/errors";
import { isAuthenticationFailure } from "../errors/failure.ts";
import { SessionOver } from "./renewal.ts";
import { endSession, renewSession } from "./session.ts";
import { tokens } from "./tokens.ts";

/**
 * Makes a REST call with the session's token and without a timeout; a rejected token is renewed once. Rejects with an
 * error that `failureOf` accepts unless the response is a success.
 */
export async function signedFetch(path: string, init: RequestInit = {}): Promise<Response> {
  const token = tokens.accessToken();
  try {
    return await ask(path, init, token);
  } catch (error) {
    if (!isAuthenticationFailure(error)) throw error;
    let renewed: string;
    try {
      renewed = await unlessAborted(renewSession(token), init.signal);
    } catch (over) {
      if (over instanceof SessionOver) endSession();
      throw over;
    }
    return ask(path, init, renewed);
  }
}

/** Rejects as soon as the signal is aborted, because a renewal may take as long as the server is unreachable. */
function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return result;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    result.then(resolve, reject);
  });
}

async function ask(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token ?? ""}`);
  const response = await fetch(path, { ...init, headers });
  if (response.ok) return response;
  throw new ServerError(`${path}: ${response.status}`, { response, bodyText: await response.text() });
}
