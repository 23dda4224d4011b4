import { type DomainSettings, domainSettingNames } from "@hoplog/schema/domains/settings.js";
import type { DomainState } from "@hoplog/schema/domains/state.js";
import type { DomainStreamEvent } from "@hoplog/schema/events/domain.js";

/** A domain as its own events say. */
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
      return { ...domain, settings: withSettings(domain.settings, event.data) };
    case "DomainDefaultChanged":
      return { ...domain, isDefault: event.data.to };
  }
}

/** Settings after a change: one that is missing at its end is at its default. */
export function withSettings(
  settings: DomainSettings,
  { from, to }: { readonly from: DomainSettings; readonly to: DomainSettings },
): DomainSettings {
  const kept = domainSettingNames.filter((name) => name in settings && !(name in from) && !(name in to));
  return { ...Object.fromEntries(kept.map((name) => [name, settings[name]])), ...to };
}
