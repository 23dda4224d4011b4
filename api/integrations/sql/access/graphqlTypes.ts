import { GraphQLDateTime } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";

@ObjectType("SqlAccess", { description: "An account's way to its own clicks in ClickHouse, read only" })
export class SqlAccessType {
  @Field(() => Boolean, { description: "False where this installation lets nobody in" })
  available!: boolean;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Null while the account has no access" })
  grantedAt!: Date | null;

  @Field(() => String, { description: "Name to sign in with" })
  user!: string;

  @Field(() => String, { nullable: true, description: "Where ClickHouse answers over HTTP" })
  httpUrl!: string | null;

  @Field(() => String, { nullable: true, description: "host:port of the native protocol, where it is open" })
  nativeAddress!: string | null;

  @Field(() => String, { nullable: true, description: "The database that holds the views" })
  database!: string | null;
}

@ObjectType("SqlAccessWithPassword", { description: "SQL access that has just been made" })
export class NewSqlAccessType {
  @Field(() => SqlAccessType, { description: "The account of ClickHouse" })
  access!: SqlAccessType;

  @Field(() => String, { description: "Told this once; it works within seconds" })
  password!: string;
}
