import type { DomainState } from "@hoplog/schema/domains/state.js";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";

export const DomainStateType = enumType<DomainState>("DomainState", "Whether a domain is served", {
  pending: "Its ownership has never been proved: it is not served yet",
  verified: "It is served, and its visitors come here",
  misconfigured: "It is served, but one of its DNS records is missing or leads elsewhere",
  lost: "Its ownership could not be proved for a week: it is not served any more",
  removed: "It was removed by its owner: it is not served any more",
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
