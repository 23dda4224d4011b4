import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";

@ObjectType("User", { description: "An account" })
export class UserType {
  @Field(() => GraphQLUUID, { description: "Identifier of the account" })
  id!: string;

  @Field(() => String, { description: "The person's name" })
  name!: string;

  @Field(() => String, { description: "The address to sign in with" })
  email!: string;

  @Field(() => String, { nullable: true, description: "A new address that has not been confirmed yet" })
  pendingEmail!: string | null;

  @Field(() => String, { description: "A telephone number" })
  contactNumber!: string;

  @Field(() => Boolean, { description: "Whether a Google account signs in here" })
  isGoogleUser!: boolean;

  @Field(() => Boolean, { description: "Whether the address was confirmed" })
  emailVerified!: boolean;

  @Field(() => GraphQLDateTime, { description: "When the account was made" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When somebody last signed in; null: never" })
  lastLogin!: Date | null;
}

@ObjectType("Tokens", { description: "The tokens of a session" })
export class TokensType {
  @Field(() => String, { description: "Goes into the header Authorization, behind Bearer" })
  accessToken!: string;

  @Field(() => String, { description: "Gets new tokens, once" })
  refreshToken!: string;

  @Field(() => Int, { description: "Seconds" })
  expiresIn!: number;

  @Field(() => Int, { description: "Seconds" })
  refreshExpiresIn!: number;
}

@ObjectType("Session", { description: "A session that has just begun" })
export class SessionType {
  @Field(() => UserType, { description: "Who is signed in" })
  user!: UserType;

  @Field(() => TokensType, { description: "What the session's calls are signed with" })
  tokens!: TokensType;
}

@InputType({ description: "A new account" })
export class RegisterInput {
  @Field(() => String, { description: "The person's name" })
  name!: string;

  @Field(() => String, { description: "The address to sign in with" })
  email!: string;

  @Field(() => String, { description: "A telephone number" })
  contactNumber!: string;

  @Field(() => String, { description: "The password to sign in with" })
  password!: string;

  @Field(() => String, { description: "The password once more" })
  confirmPassword!: string;
}
