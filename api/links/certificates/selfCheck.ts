import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";
import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import { createBackoff } from "@hoplog/platform/retry/retry.js";
import { challengePath } from "@hoplog/schema/topics/links/certificates.js";
import { AttemptFailure } from "./failure.ts";

export interface SelfCheckSettings {
  /** Sends requests only to public addresses and to networks that the operator has allowed. */
  readonly request: Outgoing;
  /** Port on which the CA requests challenges. */
  readonly httpPort: number;
  /** Maximum time until redirectors answer a new challenge (ms). */
  readonly patienceMs: number;
}

export interface PublishedChallenge {
  readonly host: string;
  readonly token: string;
  readonly keyAuthorization: string;
}

/** Number of consecutive requests that must succeed, because several redirectors may serve a host. */
const answersNeeded = 3;

/**
 * Requests a challenge as the CA will do, so that a wrong setup does not count as a failed attempt at the CA. Resolves
 * when several requests in a row were answered, or if only the CA can check. Throws AttemptFailure with the response
 * that was found instead.
 */
export async function requireAnswer(
  settings: SelfCheckSettings,
  challenge: PublishedChallenge,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + settings.patienceMs;
  const backoff = createBackoff(100, 2000);
  let answered = 0;
  while (answered < answersNeeded) {
    const found = await look(settings, challenge);
    if (found === null) {
      answered++;
      continue;
    }
    answered = 0;
    if (performance.now() > until) throw new AttemptFailure("setup", textOf(settings, challenge, found));
    await backoff.pause(signal);
    signal.throwIfAborted();
  }
}

/**
 * Returns a description of the response if it is not the challenge; null for the challenge, and if only the CA can
 * check.
 */
async function look({ request, httpPort }: SelfCheckSettings, challenge: PublishedChallenge): Promise<string | null> {
  const { host, token, keyAuthorization } = challenge;
  const port = httpPort === 80 ? "" : `:${httpPort}`;
  try {
    const answer = await request({
      url: `http://${host}${port}${challengePath}${token}`,
      timeoutMs: 5000,
      maxBytes: 1024,
      larger: "cut",
      maxRedirects: 10,
      // CAs follow a redirect to https with any certificate; this check does not.
      mayRequest: ({ protocol }) => protocol === "http:",
    });
    if (answer.status !== 200) return `responded with status ${answer.status}`;
    return answer.body.toString().trimEnd() === keyAuthorization ? null : "responded with other content";
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.failure === "unwanted" ? null : `is unreachable (${error.message})`;
  }
}

function textOf({ httpPort }: SelfCheckSettings, { host, token }: PublishedChallenge, found: string): string {
  const url = `http://${host}${httpPort === 80 ? "" : `:${httpPort}`}${challengePath}${token}`;
  return `${url} ${found}. Requests to port ${httpPort} of ${host} must reach this service; no other server in between may answer ${challengePath} itself.`;
}
