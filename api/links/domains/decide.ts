import { changeOf } from "@hoplog/schema/changes.js";
import { type DomainSettings, domainSettingsSchema } from "@hoplog/schema/domains/settings.js";
import type { DomainState } from "@hoplog/schema/domains/state.js";
import type { DomainStreamEvent } from "@hoplog/schema/events/domain.js";
import { authorize, authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Aggregate } from "../../kernel/eventstore/eventStore.ts";
import { type Domain, evolveDomain, noDomain } from "./domain.ts";

/** Fields of every command. `at` is an instant in ISO 8601; everything else has been validated and normalised. */
interface Command {
  readonly domainId: string;
  readonly at: string;
}

export interface AddDomain extends Command {
  readonly type: "AddDomain";
  readonly by: Member;
  readonly name: string;
  readonly number: number;
  readonly ignoresCase: boolean;
  readonly token: string;
}

/** Changed settings: null resets a setting to its default; absent settings are not changed. */
export type SettingChanges = { readonly [Name in keyof DomainSettings]?: string | null };

export interface ChangeDomain extends Command {
  readonly type: "ChangeDomain";
  readonly by: Member;
  readonly settings?: SettingChanges;
  readonly isDefault?: boolean;
}

/** Records a check; sent by the system, even if a user requested the check. */
export interface RecordDomainCheck extends Command {
  readonly type: "RecordDomainCheck";
  readonly to: Exclude<DomainState, "removed">;
}

export interface RemoveDomain extends Command {
  readonly type: "RemoveDomain";
  readonly by: Member;
}

export type DomainCommand = AddDomain | ChangeDomain | RecordDomainCheck | RemoveDomain;

/**
 * Decides a domain's command. Throws NOT_FOUND_ERROR if the domain doesn't exist, was removed, or belongs to another
 * workspace; AUTHORIZATION_ERROR.
 */
export function decideDomain(command: DomainCommand, domain: Domain): DomainStreamEvent[] {
  const { domainId, at } = command;
  if (command.type === "AddDomain") {
    if (domain.status !== "none") throw new Error(`domain ${domainId} already exists`);
    const { by, number, name, ignoresCase, token } = command;
    const data = { domainId, ownerId: authorizeOwn(by, "domains:write"), number, name, ignoresCase, token, at };
    return [{ type: "DomainAdded", version: 1, data }];
  }
  const live = domain.status === "live" ? domain : null;
  if (command.type !== "RecordDomainCheck") {
    authorize(command.by, "domains:write", { type: "domain", workspaceId: live?.ownerId ?? null });
  }
  // The domain was removed during its DNS check.
  if (!live) return [];
  const { state } = live;
  switch (command.type) {
    case "RecordDomainCheck": {
      const { to } = command;
      return to === state ? [] : [{ type: "DomainStateChanged", version: 1, data: { domainId, from: state, to, at } }];
    }
    case "RemoveDomain":
      return [{ type: "DomainStateChanged", version: 1, data: { domainId, from: state, to: "removed", at } }];
    case "ChangeDomain": {
      const changed = command.settings && changeOf(domainSettingsSchema, live.settings, command.settings);
      const { isDefault = live.isDefault } = command;
      return [
        ...(changed
          ? [{ type: "DomainSettingsChanged", version: 1, data: { domainId, ...changed, at } } as const]
          : []),
        ...(isDefault === live.isDefault
          ? []
          : [{ type: "DomainDefaultChanged", version: 1, data: { domainId, to: isDefault, at } } as const]),
      ];
    }
  }
}

export const domains: Aggregate<"domain", Domain, DomainCommand> = {
  streamType: "domain",
  initial: noDomain,
  evolve: evolveDomain,
  decide: decideDomain,
};
