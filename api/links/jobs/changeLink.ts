import type { LinkEvent } from "@hoplog/schema/events/link.js";
import { conflictError } from "@hoplog/schema/errors.js";
import type { Member } from "../../kernel/access/authorize.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import { links } from "../core/decide.ts";
import { editLinkWithin, type PreparedEdit, revertWithin } from "../core/edit.ts";
import { editsOf, fieldsBefore, type FieldsBefore } from "../core/edits.ts";
import { pastEvents } from "../core/history.ts";
import { requireReach } from "../core/places.ts";
import type { LinkJobChange } from "./job.ts";
import type { JobWork } from "./services.ts";
import { withUtmOfLink } from "./utmChange.ts";

/** The sender of a job, and the origin for its events and the audit. */
export interface Given {
  readonly member: Member;
  readonly origin: CommandOrigin;
}

/** Applies a job to one link, within a unit of work. Returns whether it changed anything. */
export async function changeLink(
  services: JobWork,
  tx: Transaction,
  { member, origin }: Given,
  linkId: string,
  change: LinkJobChange,
  prepared: PreparedEdit | null,
): Promise<boolean> {
  const known = () => ({ linkId, by: member, at: services.now().toISOString() });
  if (change.delete) {
    await services.eventStore.execute(tx, links, linkId, { type: "DeleteLink", ...known() }, origin);
    return true;
  }
  let changed = false;
  const edit = change.utm ? await withUtmOfLink(services, tx, { member, linkId }, prepared, change.utm) : prepared;
  if (edit) {
    const password = edit.changes.password === null ? null : undefined;
    changed = await editLinkWithin(services, tx, origin, { member, linkId, prepared: edit, password });
  }
  if (change.isActive !== undefined) {
    const command = { type: "SetLinkActive", ...known(), active: change.isActive } as const;
    const events = await services.eventStore.execute(tx, links, linkId, command, origin);
    changed ||= events.length > 0;
  }
  return changed;
}

/**
 * Reverts a job's changes of one link. Throws CONFLICT_ERROR with the fields that were changed since, and the errors of
 * a revert.
 */
export async function undoLink(
  services: JobWork,
  tx: Transaction,
  { member, origin }: Given,
  linkId: string,
  jobId: string,
): Promise<boolean> {
  const edits = editsOf(await pastEvents(tx, linkId));
  const place = edits.findIndex(({ commandId }) => commandId === jobId);
  const events = place < 0 ? [] : (edits[place]?.events ?? []);
  const since = edits.slice(place + 1).flatMap((edit) => edit.events);
  const favourite = favouriteBefore(events, member);
  const both = fieldsIn({ ...fieldsBefore(since), ...favouriteBefore(since, member) });
  const set = fieldsIn({ ...fieldsBefore(events), ...favourite });
  const touched = set.filter((name) => place >= 0 && both.includes(name));
  const [field] = touched;
  if (field !== undefined) throw conflictError(field, `Fields were changed after the job: ${touched.join(", ")}`);
  if (!favourite) return revertWithin(services, tx, origin, { member, linkId, events });
  const others = set.length > 1 && (await revertWithin(services, tx, origin, { member, linkId, events }));
  await requireReach(tx, member, [linkId]);
  const command = { type: "EditLink", linkId, by: member, at: services.now().toISOString(), ...favourite } as const;
  return (await services.eventStore.execute(tx, links, linkId, command, origin)).length > 0 || others;
}

/** Returns whether the link was the user's favourite before; null if that didn't change. */
function favouriteBefore(events: readonly LinkEvent[], { userId }: Member): { readonly isFavourite: boolean } | null {
  for (const { type, data } of events) {
    const isChange = type === "LinkFavourited" || type === "LinkUnfavourited";
    if (isChange && data.userId === userId) return { isFavourite: type === "LinkUnfavourited" };
  }
  return null;
}

/** Returns the names of fields and options. */
function fieldsIn({ options = {}, ...fields }: FieldsBefore & { readonly isFavourite?: boolean }): string[] {
  return [...Object.keys(fields), ...Object.keys(options)];
}
