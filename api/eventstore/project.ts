import type { DomainEvent } from "@hoplog/schema/events/domainEvent.js";
import type { GroupEvent } from "@hoplog/schema/events/group.js";
import type { LinkEvent } from "@hoplog/schema/events/link.js";
import type { UserEvent } from "@hoplog/schema/events/user.js";
import type { Transaction } from "../database/orm.ts";
import { disownCodes } from "../links/codeClaims.ts";
import { projectGroup } from "../groups/project.ts";
import { projectUser } from "../identity/project.ts";
import { projectLink } from "../links/project.ts";

/** Writes an event of any stream into the read tables; `version` is its place in the stream, from 1. */
export async function project(tx: Transaction, event: DomainEvent, version: number): Promise<void> {
  if (isLinkEvent(event)) await projectLink(tx, event, version);
  else if (isGroupEvent(event)) await projectGroup(tx, event);
  else {
    await projectUser(tx, event);
    if (event.type === "UserDeleted") await disownCodes(tx, event.data.userId);
  }
}

function isLinkEvent(event: LinkEvent | GroupEvent | UserEvent): event is LinkEvent {
  return event.type.startsWith("Link");
}

function isGroupEvent(event: GroupEvent | UserEvent): event is GroupEvent {
  return event.type.startsWith("Group");
}
