import { challengeKey, challengePath, decodeChallenge } from "@hoplog/schema/topics/links/certificates.js";
import type { Site } from "../domains/site.ts";
import type { ReplicaReader } from "../replica/reader.ts";
import { type Incoming, sendPage } from "./visit.ts";

export interface ChallengeSettings {
  readonly replica: Pick<ReplicaReader, "read" | "refresh">;
  readonly defaultSite: Site;
}

/** Answers ACME HTTP-01 challenge requests on every host and passes other requests to `next`. Records nothing. */
export function challengeAnswers(
  { replica, defaultSite }: ChallengeSettings,
  next: (incoming: Incoming) => void,
): (incoming: Incoming) => void {
  return (incoming) => {
    const { path, response } = incoming;
    if (!path.startsWith(challengePath)) return next(incoming);
    const keyAuthorization = find(replica, path.slice(challengePath.length));
    if (keyAuthorization === null) return sendPage(response, defaultSite.pages.notFound);
    response.writeHead(200, {
      "content-type": "text/plain; charset=utf-8",
      "content-length": Buffer.byteLength(keyAuthorization),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    response.end(keyAuthorization);
    return undefined;
  };
}

function find(replica: ChallengeSettings["replica"], token: string): string | null {
  const key = challengeKey(token);
  if (key === null) return null;
  // The CA sends a request right after the challenge was published.
  replica.refresh();
  const entry = replica.read(key);
  try {
    return entry ? decodeChallenge(entry) : null;
  } catch {
    return null;
  }
}
