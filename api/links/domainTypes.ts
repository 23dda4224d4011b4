import type { DomainState } from "@hoplog/schema/domains/state.js";
import { Field, ObjectType, registerEnumType } from "type-graphql";

export const DomainStateType = {
  PENDING: "pending",
  VERIFIED: "verified",
  MISCONFIGURED: "misconfigured",
  LOST: "lost",
  REMOVED: "removed",
} as const;
registerEnumType(DomainStateType, {
  name: "DomainState",
  description: "Whether a domain is served",
  valuesConfig: {
    PENDING: { description: "Its ownership has never been proved: it is not served yet" },
    VERIFIED: { description: "It is served, and its visitors come here" },
    MISCONFIGURED: { description: "It is served, but one of its DNS records is missing or leads elsewhere" },
    LOST: { description: "Its ownership could not be proved for a week: it is not served any more" },
    REMOVED: { description: "It was removed by its owner: it is not served any more" },
  },
});

@ObjectType("LinkDomain", { description: "The domain that a link is in" })
export class LinkDomainType {
  @Field(() => String, { description: "As DNS has it: lower case, punycode" })
  name!: string;

  @Field(() => String, { description: "As people read it" })
  displayName!: string;

  @Field(() => DomainStateType, { description: "Whether it is served" })
  state!: DomainState;
}
