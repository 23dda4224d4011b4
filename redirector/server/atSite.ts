import type { AnswerResult } from "../control/messages.ts";
import type { Site } from "../domains/site.ts";
import { type SiteOf, unknownHost, unreadableHost } from "../domains/sites.ts";
import { unreadable } from "../replica/linkEntry.ts";
import type { Recorder } from "./recorder.ts";
import { type Incoming, sendPage, type Visit } from "./visit.ts";

export interface SiteSettings {
  readonly siteOf: SiteOf;
  readonly defaultSite: Site;
  readonly recorder: Recorder;
  readonly onAnswer: (result: AnswerResult) => void;
}

/** Passes requests for known hosts to `handle`, and answers all others with a page. */
export function atSite(
  { siteOf, defaultSite, recorder, onAnswer }: SiteSettings,
  handle: (visit: Visit) => void,
): (incoming: Incoming) => void {
  return (incoming) => {
    const host = Buffer.from(incoming.request.headers.host ?? "", "latin1");
    const site = siteOf(host, 0, host.length);
    if (typeof site !== "string") return handle({ ...incoming, site });
    if (site === unreadableHost) {
      sendPage(incoming.response, defaultSite.pages.unreadable);
      return onAnswer(unreadable);
    }
    recorder.miss(incoming, "", unknownHost, null);
    sendPage(incoming.response, defaultSite.pages.notFound);
    return onAnswer("unknownHost");
  };
}
