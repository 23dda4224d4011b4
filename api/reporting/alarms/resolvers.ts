import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor } from "../../kernel/calls/conditional.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { changeAlarm, createAlarm, deleteAlarm, tryAlarm } from "./commands.ts";
import { AlarmFiringType, AlarmType, CreateAlarmInput, UpdateAlarmInput } from "./graphqlTypes.ts";
import { listAlarms, listFirings } from "./queries.ts";
import type { AlarmServices } from "./services.ts";
import { shownAlarm } from "./shown.ts";

type Context = GraphqlContext<AlarmServices>;

@Resolver()
export class AlarmResolvers {
  @Weighs({ length: limits.alarmsMax })
  @Query(() => [AlarmType], { description: "The workspace's alarms, oldest first" })
  async alarms(@Ctx() context: Context): Promise<AlarmType[]> {
    return (await listAlarms(context.services, requireActor(context))).map(shownAlarm);
  }

  @Weighs({ length: limits.alarmHistoryMax })
  @Query(() => [AlarmFiringType], { description: "The last alarms that fired, the last first" })
  async alarmHistory(
    @Ctx() context: Context,
    @Arg("alarmId", () => GraphQLUUID, { nullable: true, description: "Of one alarm; absent: of all" })
    alarmId: string | null | undefined,
  ): Promise<AlarmFiringType[]> {
    const firings = await listFirings(context.services, requireActor(context), {
      alarmId,
      max: limits.alarmHistoryMax,
    });
    return firings.map((firing) => ({ ...firing, subjects: [...firing.subjects] }));
  }

  @Mutation(() => AlarmType, { description: "Makes an alarm, and asks new addresses by mail whether they want it" })
  async createAlarm(
    @Ctx() context: Context,
    @Arg("input", () => CreateAlarmInput) input: CreateAlarmInput,
  ): Promise<AlarmType> {
    return shownAlarm(await createAlarm(context.services, requireActor(context), input));
  }

  @Mutation(() => AlarmType, { description: "Changes an alarm, or switches it on or off" })
  async updateAlarm(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateAlarmInput) input: UpdateAlarmInput,
  ): Promise<AlarmType> {
    return shownAlarm(await changeAlarm(context.services, actor, id, input));
  }

  @Mutation(() => GraphQLUUID, { description: "Ends an alarm with its history; gives the id of what is gone" })
  async deleteAlarm(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteAlarm(context.services, actor, id);
    return id;
  }

  @Mutation(() => GraphQLUUID, {
    description: "Mails what an alarm would compare now, marked as a test, to those who agreed; gives its id",
  })
  async tryAlarm(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<string> {
    await tryAlarm(context.services, requireActor(context), id);
    return id;
  }
}
