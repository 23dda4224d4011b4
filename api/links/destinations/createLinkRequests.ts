import { plainHostname } from "@hoplog/schema/domains/hostname.js";
import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";
import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { Hosts } from "./hosts.ts";
import { isPortAllowed } from "./ports.ts";
import type { LinkRequests } from "./requests.ts";

/**
 * Maximum total waiting time of the requests for one link (ms), because the other checks of the same round wait for
 * them.
 */
const waitMaxMs = 10_000;

/** The dependencies of rate-limited requests. */
export interface RequestDependencies extends Clock {
  readonly request: Outgoing;
  readonly hosts: Hosts;
  readonly pause: (ms: number) => Promise<void>;
  /**
   * Whether a URL may be requested: not if it is our own, because the visit would be counted and could redirect in a
   * loop.
   */
  readonly mayRequest: (url: URL) => boolean;
}

/**
 * Creates the sender of all requests for a link: its page, redirects, the second attempt, icons and pictures. Each
 * request waits for its host's turn, and is limited to the ports of the web and of the link.
 */
export function createLinkRequests(
  { request, hosts, now, pause, mayRequest }: RequestDependencies,
  link: string,
): LinkRequests {
  const linkUrl = new URL(link);
  let leftMs = waitMaxMs;
  return {
    now,
    send: (question) =>
      request({
        ...question,
        mayRequest: (url) => mayRequest(url) && isPortAllowed(url, linkUrl),
        async turn(url) {
          const ms = hosts.take(plainHostname(url), now().getTime(), leftMs);
          if (ms === null) throw new OutgoingError("later", `${url.host} has been requested too often recently`);
          leftMs -= ms;
          if (ms > 0) await pause(ms);
        },
      }),
  };
}
