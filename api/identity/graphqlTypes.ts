import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";

@ObjectType("User")
export class UserType {
  @Field(() => GraphQLUUID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String)
  email!: string;

  @Field(() => String, { nullable: true, description: "A new address that has not been confirmed yet" })
  pendingEmail!: string | null;

  @Field(() => String)
  contactNumber!: string;

  @Field(() => Boolean)
  isGoogleUser!: boolean;

  @Field(() => Boolean)
  emailVerified!: boolean;

  @Field(() => GraphQLDateTime)
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true })
  lastLogin!: Date | null;
}

@ObjectType("Tokens")
export class TokensType {
  @Field(() => String)
  accessToken!: string;

  @Field(() => String)
  refreshToken!: string;

  @Field(() => Int, { description: "Seconds" })
  expiresIn!: number;

  @Field(() => Int, { description: "Seconds" })
  refreshExpiresIn!: number;
}

@ObjectType("Session")
export class SessionType {
  @Field(() => UserType)
  user!: UserType;

  @Field(() => TokensType)
  tokens!: TokensType;
}

@InputType()
export class RegisterInput {
  @Field(() => String)
  name!: string;

  @Field(() => String)
  email!: string;

  @Field(() => String)
  contactNumber!: string;

  @Field(() => String)
  password!: string;

  @Field(() => String)
  confirmPassword!: string;
}
