import "reflect-metadata";
import { createPubSub } from "@graphql-yoga/subscription";
import type { GraphQLSchema } from "graphql";
import { GraphQLDateTime } from "graphql-scalars";
import { buildSchema } from "type-graphql";
import { CreateGroupMutation } from "../groups/graphql/createGroup.ts";
import { DeleteGroupMutation } from "../groups/graphql/deleteGroup.ts";
import { GroupFields } from "../groups/graphql/groupFields.ts";
import { GroupsQuery } from "../groups/graphql/groups.ts";
import { RenameGroupMutation } from "../groups/graphql/renameGroup.ts";
import { LoginMutation } from "../identity/graphql/login.ts";
import { LogoutMutation } from "../identity/graphql/logout.ts";
import { MeQuery } from "../identity/graphql/me.ts";
import { RefreshTokensMutation } from "../identity/graphql/refreshTokens.ts";
import { RegisterMutation } from "../identity/graphql/register.ts";
import { UpdateProfileMutation } from "../identity/graphql/updateProfile.ts";
import { CreateLinkMutation } from "../links/graphql/createLink.ts";
import { DeleteLinkMutation } from "../links/graphql/deleteLink.ts";
import { LinkQuery } from "../links/graphql/link.ts";
import { LinkFields } from "../links/graphql/linkFields.ts";
import { LinksQuery } from "../links/graphql/links.ts";
import { SetLinkActiveMutation } from "../links/graphql/setLinkActive.ts";
import { UpdateLinkMutation } from "../links/graphql/updateLink.ts";
import { ClickLogQuery } from "../stats/graphql/clickLog.ts";
import { LinkCountsSubscription } from "../stats/graphql/linkCounts.ts";
import { LinkStatsQuery } from "../stats/graphql/linkStats.ts";

/** The whole GraphQL schema, from the decorated classes. */
export async function buildGraphqlSchema(): Promise<GraphQLSchema> {
  return buildSchema({
    resolvers: [
      CreateGroupMutation,
      DeleteGroupMutation,
      GroupFields,
      GroupsQuery,
      RenameGroupMutation,
      LoginMutation,
      LogoutMutation,
      MeQuery,
      RefreshTokensMutation,
      RegisterMutation,
      UpdateProfileMutation,
      CreateLinkMutation,
      DeleteLinkMutation,
      LinkQuery,
      LinkFields,
      LinksQuery,
      SetLinkActiveMutation,
      UpdateLinkMutation,
      ClickLogQuery,
      LinkCountsSubscription,
      LinkStatsQuery,
    ],
    scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
    validate: false,
    // Asked for by type-graphql as soon as there is a subscription; ours bring streams of their own.
    pubSub: createPubSub(),
  });
}
