import { GraphQLDateTime } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";

@ObjectType("SqlAccess", { description: "An account's way to its own clicks in ClickHouse, read only" })
export class SqlAccessType {
  @Field(() => Boolean, { description: "False where this installation lets nobody in" })
  available!: boolean;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Null while the account has no access" })
  grantedAt!: Date | null;

  @Field(() => String)
  user!: string;

  @Field(() => String, { nullable: true })
  httpUrl!: string | null;

  @Field(() => String, { nullable: true, description: "host:port of the native protocol, where it is open" })
  nativeAddress!: string | null;

  @Field(() => String, { nullable: true })
  database!: string | null;
}

@ObjectType("NewSqlAccess")
export class NewSqlAccessType {
  @Field(() => SqlAccessType)
  access!: SqlAccessType;

  @Field(() => String, { description: "Told this once; it works within seconds" })
  password!: string;
}
