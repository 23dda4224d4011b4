import { Arg, Ctx, Int, Mutation, Query, Resolver, FieldResolver, Root } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { cancelRetention, setRetention } from "./commands.ts";
import { ClickRetentionType, RetentionPreviewType } from "./graphqlTypes.ts";
import { previewRetention, readRetention, retentionSettings } from "./queries.ts";
import type { RetentionServices } from "./services.ts";

type Context = GraphqlContext<RetentionServices>;

@Resolver()
export class ClickRetentionResolvers {
  @Query(() => ClickRetentionType, { description: "How long the workspace keeps single clicks" })
  async clickRetention(@Ctx() context: Context): Promise<ClickRetentionType> {
    return readRetention(context.services, requireActor(context));
  }

  @Query(() => RetentionPreviewType, { description: "What a retention would remove if it held now; changes nothing" })
  async clickRetentionPreview(
    @Ctx() context: Context,
    @Arg("days", () => Int) days: number,
  ): Promise<RetentionPreviewType> {
    return previewRetention(context.services, requireActor(context), days);
  }

  @Mutation(() => ClickRetentionType, {
    description: "Sets for how many days single clicks are kept; what removes more than now begins three days later",
  })
  async setClickRetention(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("days", () => Int, { nullable: true, description: "Null: for ever" }) days: number | null,
  ): Promise<ClickRetentionType> {
    return setRetention(context.services, actor, days ?? null);
  }

  @Mutation(() => ClickRetentionType, { description: "Takes a retention back that has not begun yet" })
  async cancelClickRetention(@Ctx() context: Context, @ConditionalActor() actor: Actor): Promise<ClickRetentionType> {
    return cancelRetention(context.services, actor);
  }
}

@Resolver(() => ClickRetentionType)
export class ClickRetentionFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() retention: ClickRetentionType): string {
    return etagOfSettings(retentionSettings(retention));
  }
}
