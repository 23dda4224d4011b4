import { isAllowed, type Member } from "../../kernel/access/authorize.ts";
import type { LiveEvent } from "./event.ts";

/** An event without what only those see who may read links: what theirs are called. */
export function shownTo(member: Member, event: LiveEvent): LiveEvent {
  if (isAllowed(member, "links:read")) return event;
  return { ...event, clicks: event.clicks.map((click) => ({ ...click, linkName: "", code: "" })) };
}
