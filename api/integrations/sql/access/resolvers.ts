import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../../kernel/calls/weight.ts";
import { grantSqlAccess, revokeSqlAccess } from "./commands.ts";
import { NewSqlAccessType, SqlAccessType } from "./graphqlTypes.ts";
import { findSqlAccess } from "./queries.ts";
import type { SqlAccessServices } from "./services.ts";

@Resolver()
export class SqlAccessResolvers {
  @Query(() => SqlAccessType, { description: "The SQL access that there is; null where there is none" })
  async sqlAccess(@Ctx() context: GraphqlContext<SqlAccessServices>): Promise<SqlAccessType> {
    return findSqlAccess(context.services, requireActor(context));
  }

  @Weighs({ cost: 500 })
  @Mutation(() => NewSqlAccessType, { description: "Where there is access already, the password is replaced" })
  async createSqlAccess(
    @Ctx() context: GraphqlContext<SqlAccessServices>,
    @Arg("password", () => String, {
      nullable: true,
      description: "The account's present password; without it the call is refused",
    })
    password: string | null = null,
  ): Promise<NewSqlAccessType> {
    return grantSqlAccess(context.services, requireActor(context), password ?? "");
  }

  @Mutation(() => SqlAccessType, { description: "Ends SQL access; its password stops working" })
  async revokeSqlAccess(@Ctx() context: GraphqlContext<SqlAccessServices>): Promise<SqlAccessType> {
    return revokeSqlAccess(context.services, requireActor(context));
  }
}
