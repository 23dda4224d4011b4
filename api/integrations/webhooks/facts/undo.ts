import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { applyOptions } from "@hoplog/schema/links/options/changes.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { changedField, isFieldChange } from "../../../links/core/fieldChange.ts";
import type { DescribedLink } from "../../../links/core/linkDifferences.ts";

/** Returns the link before its last event. A ban or listing that the event ended is not restored. */
export function undoEvent(link: DescribedLink, event: LinkEvent): DescribedLink {
  if (isFieldChange(event)) return { ...link, [changedField(event)]: event.data.from };
  switch (event.type) {
    case "LinkCodeChanged":
      return { ...link, code: event.data.from, domain: event.data.fromDomain ?? defaultDomain };
    case "LinkOptionsChanged":
      return { ...link, options: applyOptions(link.options, { from: event.data.to, to: event.data.from }) };
    case "LinkArchived":
    case "LinkUnarchived":
      return { ...link, isArchived: event.type === "LinkUnarchived" };
    case "LinkActivated":
    case "LinkDeactivated":
      return { ...link, isActive: event.type === "LinkDeactivated" };
    case "LinkBanned":
      return { ...link, banReason: null };
    case "LinkListed":
      return { ...link, listing: null };
    default:
      return link;
  }
}
