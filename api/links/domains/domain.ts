import { raw } from "@hoplog/platform/postgres/sql.js";
import { applyChange } from "@hoplog/schema/changes.js";
import type { DomainSettings } from "@hoplog/schema/domains/settings.js";
import { type DomainState, servedStates } from "@hoplog/schema/domains/state.js";
import type { DomainStreamEvent } from "@hoplog/schema/events/domain.js";

/** The state of a domain, according to its own events. */
export type Domain =
  | { readonly status: "none" }
  | { readonly status: "removed" }
  | {
      readonly status: "live";
      readonly domainId: string;
      readonly ownerId: string;
      readonly state: Exclude<DomainState, "removed">;
      readonly settings: DomainSettings;
      readonly isDefault: boolean;
    };

export const noDomain: Domain = { status: "none" };

export function evolveDomain(domain: Domain, event: DomainStreamEvent): Domain {
  if (event.type === "DomainAdded") {
    const { domainId, ownerId } = event.data;
    return { status: "live", domainId, ownerId, state: "pending", settings: {}, isDefault: false };
  }
  if (domain.status !== "live") return domain;
  switch (event.type) {
    case "DomainStateChanged":
      return event.data.to === "removed" ? { status: "removed" } : { ...domain, state: event.data.to };
    case "DomainSettingsChanged":
      return { ...domain, settings: applyChange(domain.settings, event.data) };
    case "DomainDefaultChanged":
      return { ...domain, isDefault: event.data.to };
  }
}

/**
 * SQL equivalent of `isServed` for a row of `domain`. Inlined, because with a parameter Postgres would not use the
 * index of served names.
 */
export const isServedSql = raw(`state IN (${servedStates.map((state) => `'${state}'`).join(", ")})`);
