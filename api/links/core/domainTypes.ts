import type { DomainState } from "@hoplog/schema/domains/state.js";
import { Field, ObjectType } from "type-graphql";
import { enumeration } from "../../kernel/contract/enumeration.ts";

export const domainState = enumeration<DomainState>("DomainState", "Whether a domain is served", {
  pending: "Ownership has never been verified; the domain is not served yet",
  verified: "Served; DNS records lead here",
  misconfigured: "Served, but a DNS record is missing or leads elsewhere",
  lost: "Ownership could not be verified for a week; the domain is no longer served",
  removed: "Removed by its owner; the domain is no longer served",
});

@ObjectType("LinkDomain", { description: "The domain that a link is in" })
export class LinkDomainType {
  @Field(() => String, { description: "As DNS has it: lower case, punycode" })
  name!: string;

  @Field(() => String, { description: "As people read it" })
  displayName!: string;

  @Field(() => domainState.enum, { description: "Whether it is served" })
  state!: DomainState;
}
