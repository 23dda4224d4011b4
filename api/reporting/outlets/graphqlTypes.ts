import { outletKindNames } from "@hoplog/schema/outlets.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import type { Outlet } from "../../accounts/outlets/listed.ts";

export const OutletKindEnum = enumType("OutletKind", "What sends data out or lets others in", outletKindNames);

const OutletStateEnum = enumType("OutletState", "Whether an outlet sends anything", {
  active: "It sends data, or lets others in",
  paused: "It does neither until it is resumed",
});

const CredentialKindEnum = enumType("CredentialKind", "What a user was signed in by", {
  session: "A log-in",
  apiKey: "An API key",
});

@ObjectType("Outlet", { description: "Something that sends data out or lets others in" })
export class OutletType implements Outlet {
  @Field(() => GraphQLUUID, { description: "Identifier of the webhook, export, …" })
  id!: string;

  @Field(() => OutletKindEnum, { description: "What it is" })
  kind!: Outlet["kind"];

  @Field(() => String, { description: "A report's address; what an alarm is about; of a domain target the domain" })
  name!: string;

  @Field(() => GraphQLDateTime, { description: "When it was created" })
  createdAt!: Date;

  @Field(() => OutletStateEnum, { description: "A paused one sends nothing, or lets nobody in" })
  state!: Outlet["state"];

  @Field(() => GraphQLDateTime, { nullable: true, description: "Since when it is paused" })
  pausedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: "Who created it, replaced where it sends to, or resumed it last; null if that was not recorded",
  })
  userName!: string | null;

  @Field(() => CredentialKindEnum, { nullable: true, description: "What that user was signed in by" })
  credentialKind!: Outlet["credentialKind"];

  @Field(() => GraphQLUUID, { nullable: true, description: "Of that session or API key" })
  credentialId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Of that API key; null for a session, and for a key that is gone",
  })
  keyName!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was last made to send more, to one more place, or again; null if it never was",
  })
  widenedAt!: Date | null;

  @Field(() => String, { nullable: true, description: "Who did that" })
  widenedUserName!: string | null;

  @Field(() => CredentialKindEnum, { nullable: true, description: "What that user was signed in by" })
  widenedCredentialKind!: Outlet["widenedCredentialKind"];

  @Field(() => GraphQLUUID, { nullable: true, description: "Of that session or API key" })
  widenedCredentialId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Of that API key; null for a session, and for a key that is gone",
  })
  widenedKeyName!: string | null;
}
