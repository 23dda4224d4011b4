import type { DomainEvent } from "@hoplog/schema/events/domainEvent.js";
import { defaultDomain, type LinkAddress, linkKey } from "@hoplog/schema/topics/links/key.js";

/** Objects whose state for visitors a batch of events may have changed. */
export interface Touched {
  /** Codes whose state may have changed, deduplicated. */
  readonly addresses: readonly LinkAddress[];
  /** Links whose current code is affected. */
  readonly linkIds: ReadonlySet<string>;
  /** Owners all of whose links are affected. */
  readonly ownerIds: ReadonlySet<string>;
  /** Domains whose state or settings have changed. */
  readonly domainIds: ReadonlySet<string>;
}

export function touchedBy(events: Iterable<DomainEvent>): Touched {
  const addresses = new Map<string, LinkAddress>();
  const linkIds = new Set<string>();
  const ownerIds = new Set<string>();
  const domainIds = new Set<string>();
  const touch = (code: string, domain: number = defaultDomain) => {
    const address = { domain, code };
    addresses.set(linkKey(address), address);
  };
  for (const { type, data } of events) {
    switch (type) {
      case "LinkCreated":
      case "LinkDeleted":
        touch(data.code, data.domain);
        break;
      case "LinkCodeChanged":
        touch(data.from, data.fromDomain);
        touch(data.to, data.toDomain);
        break;
      case "LinkRetargeted":
      case "LinkOptionsChanged":
      case "LinkActivated":
      case "LinkDeactivated":
      case "LinkBanned":
      case "LinkBanLifted":
      case "LinkListed":
      case "LinkUnlisted":
        linkIds.add(data.linkId);
        break;
      case "UserBanned":
      case "UserBanLifted":
        ownerIds.add(data.userId);
        break;
      case "DomainStateChanged":
      case "DomainSettingsChanged":
        domainIds.add(data.domainId);
        break;
      default:
        break;
    }
  }
  return { addresses: [...addresses.values()], linkIds, ownerIds, domainIds };
}
