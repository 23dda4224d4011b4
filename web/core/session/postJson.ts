import { ServerError } from "@apollo/client/errors";
import { timedFetch } from "./timedFetch.ts";

/**
 * Makes a REST call without a session. Rejects with an error that `failureOf` accepts unless the response is a success.
 */
export async function postJson(path: string, body?: object): Promise<unknown> {
  const response = await timedFetch(path, {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/json", ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const bodyText = await response.text();
  if (!response.ok) throw new ServerError(`${path}: ${response.status}`, { response, bodyText });
  return JSON.parse(bodyText);
}
