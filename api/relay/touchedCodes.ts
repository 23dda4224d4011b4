import type { LinkEvent } from "@hoplog/schema/events/link.js";

/** What a run of events may have changed for visitors. */
export interface Touched {
  readonly codes: ReadonlySet<string>;
  /** Links whose present code is affected. */
  readonly linkIds: ReadonlySet<string>;
}

export function touchedBy(events: Iterable<LinkEvent>): Touched {
  const codes = new Set<string>();
  const linkIds = new Set<string>();
  for (const event of events) {
    switch (event.type) {
      case "LinkCreated":
      case "LinkDeleted":
        codes.add(event.data.code);
        break;
      case "LinkCodeChanged":
        codes.add(event.data.from).add(event.data.to);
        break;
      case "LinkRetargeted":
      case "LinkActivated":
      case "LinkDeactivated":
        linkIds.add(event.data.linkId);
        break;
      case "LinkRenamed":
      case "LinkMovedToGroup":
        break;
    }
  }
  return { codes, linkIds };
}
