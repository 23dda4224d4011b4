import type { DomainEvent } from "@hoplog/schema/events/domainEvent.js";
import { defaultDomain, type LinkAddress } from "@hoplog/schema/topics/links/key.js";

/** What a run of events may have changed for visitors. */
export interface Touched {
  /** Each once. */
  readonly addresses: readonly LinkAddress[];
  /** Links whose present code is affected. */
  readonly linkIds: ReadonlySet<string>;
  /** Owners all of whose links are affected. */
  readonly ownerIds: ReadonlySet<string>;
}

export function touchedBy(events: Iterable<DomainEvent>): Touched {
  const codes = new Set<string>();
  const linkIds = new Set<string>();
  const ownerIds = new Set<string>();
  for (const event of events) {
    switch (event.type) {
      case "LinkCreated":
      case "LinkDeleted":
        codes.add(event.data.code);
        break;
      case "LinkCodeChanged":
        codes.add(event.data.from).add(event.data.to);
        break;
      case "LinkRetargeted":
      case "LinkOptionsChanged":
      case "LinkActivated":
      case "LinkDeactivated":
      case "LinkBanned":
      case "LinkBanLifted":
      case "LinkListed":
      case "LinkUnlisted":
        linkIds.add(event.data.linkId);
        break;
      case "UserBanned":
      case "UserBanLifted":
        ownerIds.add(event.data.userId);
        break;
      default:
        break;
    }
  }
  return { addresses: [...codes].map((code) => ({ domain: defaultDomain, code })), linkIds, ownerIds };
}
