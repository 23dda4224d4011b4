import { keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";

const scopes = `Of ${keyScopes.join(", ")}`;

@ObjectType("ApiKey", { description: "What a program shows in place of a session, without its secret" })
export class ApiKeyType {
  @Field(() => GraphQLUUID, { description: "Identifier of the key" })
  id!: string;

  @Field(() => String, { description: "What its owner calls it" })
  name!: string;

  @Field(() => String, { description: "How the key begins; no more of it is kept" })
  prefix!: string;

  @Field(() => [String], { description: scopes })
  scopes!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: "The host whose links it reaches, empty for the default domain; null: any",
  })
  domain!: string | null;

  @Field(() => GraphQLUUID, { nullable: true, description: "The group whose links it reaches; null: any" })
  groupId!: string | null;

  @Field(() => String, { nullable: true, description: "What that group is called; null where it is gone" })
  groupName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The tag whose links it reaches, empty where it is gone; null: any",
  })
  tag!: string | null;

  @Field(() => [String], { description: "Networks that it can be used from; none: from anywhere" })
  addresses!: readonly string[];

  @Field(() => Int, { nullable: true, description: "Null: as many as the account may make" })
  requestsPerMinute!: number | null;

  @Field(() => GraphQLDateTime, { description: "When it was made" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it ends; null: never" })
  expiresAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was last used, by the hour" })
  lastUsedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was revoked" })
  revokedAt!: Date | null;
}

@ObjectType("ApiKeyWithSecret", { description: "A key that was just made" })
export class NewApiKeyType {
  @Field(() => ApiKeyType, { description: "The key without its secret" })
  apiKey!: ApiKeyType;

  @Field(() => String, { description: "The key itself, which is shown this once" })
  key!: string;
}

@ObjectType("ApiKeyHandover", { description: "A key that a program has yet to fetch" })
export class HandedOverKeyType {
  @Field(() => ApiKeyType, { description: "The key without its secret" })
  apiKey!: ApiKeyType;

  @Field(() => String, { description: "For the program, which exchanges it for the key" })
  code!: string;

  @Field(() => GraphQLDateTime, { description: "When the code ends" })
  expiresAt!: Date;
}

@InputType({ description: "A new API key" })
export class CreateApiKeyInput {
  @Field(() => String, { description: "What its owner calls it, of at most 100 characters" })
  name!: string;

  @Field(() => [String], { description: `${scopes}; :write includes :read` })
  scopes!: string[];

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it ends; absent: never" })
  expiresAt?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: "Reaches links of this host alone; empty: of the default domain; absent: of any",
  })
  domain?: string | null;

  @Field(() => GraphQLUUID, { nullable: true, description: "Reaches links of this group alone" })
  groupId?: string | null;

  @Field(() => String, { nullable: true, description: "Reaches links with this tag alone" })
  tag?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: "Addresses and networks in CIDR that it can be used from; none: from anywhere",
  })
  addresses?: string[] | null;

  @Field(() => Int, { nullable: true, description: "Absent: as many as the account may make" })
  requestsPerMinute?: number | null;
}
