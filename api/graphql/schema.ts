import "reflect-metadata";
import { createPubSub } from "@graphql-yoga/subscription";
import type { GraphQLSchema } from "graphql";
import { GraphQLDateTime } from "graphql-scalars";
import { buildSchema } from "type-graphql";
import { DashboardQuery } from "../dashboard/graphql/dashboard.ts";
import { DashboardAnalyticsQuery } from "../dashboard/graphql/dashboardAnalytics.ts";
import { DashboardFields } from "../dashboard/graphql/dashboardFields.ts";
import { GrowthFields } from "../dashboard/graphql/growthFields.ts";
import { OverviewFields } from "../dashboard/graphql/overviewFields.ts";
import { CreateGroupMutation } from "../groups/graphql/createGroup.ts";
import { DeleteGroupMutation } from "../groups/graphql/deleteGroup.ts";
import { GroupQuery } from "../groups/graphql/group.ts";
import { GroupFields } from "../groups/graphql/groupFields.ts";
import { GroupStatsQuery } from "../groups/graphql/groupStats.ts";
import { GroupsQuery } from "../groups/graphql/groups.ts";
import { RenameGroupMutation } from "../groups/graphql/renameGroup.ts";
import { ChangePasswordMutation } from "../identity/graphql/changePassword.ts";
import { DeleteAccountMutation } from "../identity/graphql/deleteAccount.ts";
import { ForgotPasswordMutation } from "../identity/graphql/forgotPassword.ts";
import { LoginMutation } from "../identity/graphql/login.ts";
import { LogoutMutation } from "../identity/graphql/logout.ts";
import { LogoutAllMutation } from "../identity/graphql/logoutAll.ts";
import { MeQuery } from "../identity/graphql/me.ts";
import { RefreshTokensMutation } from "../identity/graphql/refreshTokens.ts";
import { RegisterMutation } from "../identity/graphql/register.ts";
import { ResetPasswordMutation } from "../identity/graphql/resetPassword.ts";
import { UpdateProfileMutation } from "../identity/graphql/updateProfile.ts";
import { BulkDeleteLinksMutation } from "../links/graphql/bulkDeleteLinks.ts";
import { BulkUpdateLinksMutation } from "../links/graphql/bulkUpdateLinks.ts";
import { CreateLinkMutation } from "../links/graphql/createLink.ts";
import { DeleteLinkMutation } from "../links/graphql/deleteLink.ts";
import { LinkQuery } from "../links/graphql/link.ts";
import { LinkFields } from "../links/graphql/linkFields.ts";
import { LinksQuery } from "../links/graphql/links.ts";
import { RevertLinkMutation } from "../links/graphql/revertLink.ts";
import { SetLinkActiveMutation } from "../links/graphql/setLinkActive.ts";
import { UpdateLinkMutation } from "../links/graphql/updateLink.ts";
import { CreateSqlAccessMutation } from "../sqlAccess/graphql/createSqlAccess.ts";
import { RevokeSqlAccessMutation } from "../sqlAccess/graphql/revokeSqlAccess.ts";
import { SqlAccessQuery } from "../sqlAccess/graphql/sqlAccess.ts";
import { ClickLogQuery } from "../stats/graphql/clickLog.ts";
import { AccountCountSubscription } from "../stats/graphql/accountCount.ts";
import { ClicksSubscription } from "../stats/graphql/clicks.ts";
import { LinkCountSubscription } from "../stats/graphql/linkCount.ts";
import { LinkCountsSubscription } from "../stats/graphql/linkCounts.ts";
import { LinkStatsQuery } from "../stats/graphql/linkStats.ts";

/** The whole GraphQL schema, from the decorated classes. */
export async function buildGraphqlSchema(): Promise<GraphQLSchema> {
  return buildSchema({
    resolvers: [
      DashboardQuery,
      DashboardAnalyticsQuery,
      DashboardFields,
      GrowthFields,
      OverviewFields,
      GroupQuery,
      GroupStatsQuery,
      BulkDeleteLinksMutation,
      BulkUpdateLinksMutation,
      RevertLinkMutation,
      CreateGroupMutation,
      DeleteGroupMutation,
      GroupFields,
      GroupsQuery,
      RenameGroupMutation,
      ChangePasswordMutation,
      DeleteAccountMutation,
      ForgotPasswordMutation,
      LoginMutation,
      LogoutMutation,
      LogoutAllMutation,
      MeQuery,
      RefreshTokensMutation,
      RegisterMutation,
      ResetPasswordMutation,
      UpdateProfileMutation,
      CreateLinkMutation,
      DeleteLinkMutation,
      LinkQuery,
      LinkFields,
      LinksQuery,
      SetLinkActiveMutation,
      UpdateLinkMutation,
      ClickLogQuery,
      AccountCountSubscription,
      ClicksSubscription,
      LinkCountSubscription,
      LinkCountsSubscription,
      LinkStatsQuery,
      SqlAccessQuery,
      CreateSqlAccessMutation,
      RevokeSqlAccessMutation,
    ],
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
    // Asked for by type-graphql as soon as there is a subscription; ours bring streams of their own.
    pubSub: createPubSub(),
  });
}
