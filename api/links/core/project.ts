import { changedText, isTextChange, type LinkEvent } from "@hoplog/schema/events/link.js";
import { applyOptions } from "@hoplog/schema/links/options/changes.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { claimCode, codeTaken, releaseCodes } from "./codeClaims.ts";
import { existingGroup } from "./groupOfLink.ts";
import { claimingExternalId } from "./externalId.ts";
import { writeFavourite } from "./organisedLinks.ts";
import { insertLink } from "./insertLinks.ts";
import { LinkRow } from "./linkRow.ts";
import { writeTags } from "./tagsOfLink.ts";
import { writeOptions, writeUrl } from "./options/columns.ts";

/**
 * Writes one event into the read tables; `revision` is its stream version. Throws CONFLICT_ERROR for a taken code or
 * external id.
 */
export async function projectLink(tx: Transaction, event: LinkEvent, revision: number): Promise<void> {
  const { linkId, at } = event.data;
  const updatedAt = new Date(at);
  const update = (columns: Partial<LinkRow>) =>
    tx.nativeUpdate(LinkRow, { id: linkId }, { ...columns, revision, updatedAt });
  if (isTextChange(event)) {
    await claimingExternalId(() => update({ [changedText(event)]: event.data.to }));
    return;
  }
  switch (event.type) {
    case "LinkCreated":
      if (!(await insertLink(tx, event))) throw codeTaken();
      return;
    case "LinkRenamed":
      await update({ name: event.data.to });
      return;
    case "LinkRetargeted":
      await writeUrl(tx, linkId, event.data.to, { revision, updatedAt });
      return;
    case "LinkCodeChanged": {
      const link = await tx.findOneOrFail(LinkRow, linkId, { disableIdentityMap: true });
      const { to: code, toDomain: domain = defaultDomain } = event.data;
      await claimCode(tx, { domain, code }, link.ownerId, linkId);
      await releaseCodes(tx, linkId, { domain, code });
      await update({ domain, code });
      return;
    }
    case "LinkMovedToGroup":
      await update({ groupId: await existingGroup(tx, event.data.to) });
      return;
    case "LinkTagsChanged":
      await writeTags(tx, linkId, event.data.to);
      await update({});
      return;
    case "LinkArchived":
      await update({ archivedAt: updatedAt });
      return;
    case "LinkUnarchived":
      await update({ archivedAt: null });
      return;
    case "LinkFavourited":
    case "LinkUnfavourited":
      await writeFavourite(tx, linkId, event.data.userId, event.type === "LinkFavourited");
      // Only the revision of the link's row changes.
      await tx.nativeUpdate(LinkRow, { id: linkId }, { revision });
      return;
    case "LinkOptionsChanged": {
      const { options } = await tx.findOneOrFail(LinkRow, linkId, { disableIdentityMap: true });
      await writeOptions(tx, linkId, applyOptions(options, event.data));
      await update({});
      return;
    }
    case "LinkActivated":
      await update({ isActive: true });
      return;
    case "LinkDeactivated":
      await update({ isActive: false });
      return;
    case "LinkBanned":
      await update({ banReason: event.data.reason });
      return;
    case "LinkBanLifted":
      await update({ banReason: null });
      return;
    case "LinkListed": {
      const { source, url, reason } = event.data;
      await update({ listedUrl: url, listingReason: reason, listingSource: source });
      return;
    }
    case "LinkUnlisted":
      await update({ listedUrl: null, listingReason: null, listingSource: null });
      return;
    case "LinkDeleted":
      await tx.nativeDelete(LinkRow, { id: linkId });
      await releaseCodes(tx, linkId, null);
      return;
  }
}
