import { applyChange } from "@hoplog/schema/changes.js";
import type { DomainSettings } from "@hoplog/schema/domains/settings.js";
import type { DomainState } from "@hoplog/schema/domains/state.js";
import type { DomainStreamEvent } from "@hoplog/schema/events/domain.js";
import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import type { Transaction } from "../../kernel/database/orm.ts";

/**
 * Projection of the domain streams. Rows of removed domains remain, because their links are still listed, and their
 * number stays reserved.
 */
export const DomainRow = defineEntity({
  name: "DomainRow",
  tableName: "domain",
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    number: p.integer(),
    name: p.text(),
    state: p.text().$type<DomainState>(),
    ignoresCase: p.boolean(),
    token: p.text(),
    settings: p.json<DomainSettings>(),
    isDefault: p.boolean(),
    revision: p.integer(),
    addedAt: p.datetime(3),
    stateAt: p.datetime(3),
  },
});

export type DomainRow = InferEntity<typeof DomainRow>;

/** Writes one event into the read table; `revision` is its stream version. */
export async function projectDomain(tx: Transaction, event: DomainStreamEvent, revision: number): Promise<void> {
  const id = event.data.domainId;
  const update = (columns: Partial<DomainRow>) => tx.nativeUpdate(DomainRow, { id }, { ...columns, revision });
  switch (event.type) {
    case "DomainAdded": {
      const { ownerId, number, name, ignoresCase, token, at } = event.data;
      const addedAt = new Date(at);
      // An erased domain has no name; its id is used instead, because names must be unique in a replay.
      const own = { id, ownerId, number, name: name || id, ignoresCase, token };
      const isNew = { state: "pending", settings: {}, isDefault: false, revision, addedAt, stateAt: addedAt } as const;
      await tx.insert(DomainRow, { ...own, ...isNew });
      return;
    }
    case "DomainStateChanged": {
      const { to: state, at } = event.data;
      await update({ state, stateAt: new Date(at), ...(state === "removed" && { isDefault: false }) });
      return;
    }
    case "DomainSettingsChanged": {
      const { settings } = await tx.findOneOrFail(DomainRow, id, { disableIdentityMap: true });
      await update({ settings: applyChange(settings, event.data) });
      return;
    }
    case "DomainDefaultChanged":
      await update({ isDefault: event.data.to });
      return;
  }
}
