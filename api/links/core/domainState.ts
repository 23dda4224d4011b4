import type { DomainState } from "@hoplog/schema/domains/state.js";
import { enumeration } from "../../kernel/contract/enumeration.ts";

export const domainState = enumeration<DomainState>("DomainState", "Whether a domain is served", {
  pending: "Ownership has never been verified; the domain is not served yet",
  verified: "Served; DNS records lead here",
  misconfigured: "Served, but a DNS record is missing or leads elsewhere",
  lost: "Ownership could not be verified for a week; the domain is no longer served",
  removed: "Removed by its owner; the domain is no longer served",
});
