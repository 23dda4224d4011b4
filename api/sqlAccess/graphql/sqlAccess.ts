import { Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireActor } from "../../graphql/context.ts";
import { findSqlAccess } from "../queries.ts";
import { SqlAccessType } from "./sqlAccessTypes.ts";

@Resolver()
export class SqlAccessQuery {
  @Query(() => SqlAccessType)
  async sqlAccess(@Ctx() context: GraphqlContext): Promise<SqlAccessType> {
    return findSqlAccess(context.services, requireActor(context).userId);
  }
}
