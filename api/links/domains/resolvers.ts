import { domainLimits } from "@hoplog/schema/domains/settings.js";
import DataLoader from "dataloader";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor } from "../../kernel/calls/conditional.ts";
import { type GraphqlContext, perOperation, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { createDomain, changeDomain, deleteDomain, verifyDomain } from "./commands.ts";
import { DomainType, toDomainType, UpdateDomainInput } from "./graphqlTypes.ts";
import { getDomain, linksPerDomain, listDomains } from "./queries.ts";
import type { DomainServices } from "./services.ts";

type Context = GraphqlContext<DomainServices>;

const linksOf = perOperation(
  (context: Context) =>
    new DataLoader<number, number>(async (numbers) => {
      const counts = await linksPerDomain(context.services, requireActor(context), numbers);
      return numbers.map((number) => counts.get(number) ?? 0);
    }),
);

@Resolver()
export class DomainResolvers {
  @Weighs({ length: domainLimits.perWorkspace / 4 })
  @Query(() => [DomainType], { description: "The workspace's own, by their names" })
  async domains(@Ctx() context: Context): Promise<DomainType[]> {
    return (await listDomains(context.services, requireActor(context))).map(toDomainType);
  }

  @Query(() => DomainType, { description: "One domain" })
  async domain(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<DomainType> {
    return toDomainType(await getDomain(context.services, requireActor(context), id));
  }

  @Weighs({ cost: 20 })
  @Mutation(() => DomainType, { description: "Adds a domain and looks it up in DNS; `records` says what to set there" })
  async createDomain(
    @Ctx() context: Context,
    @Arg("name", () => String, { description: "The whole name of a host, such as go.example.com" }) name: string,
    @Arg("ignoresCase", () => Boolean, {
      nullable: true,
      description: "Whether codes are found however they are written; can't be changed later. Absent: they are not",
    })
    ignoresCase: boolean | null,
  ): Promise<DomainType> {
    return toDomainType(await createDomain(context.services, requireActor(context), { name, ignoresCase }));
  }

  @Mutation(() => DomainType, { description: "Changes what a domain serves" })
  async updateDomain(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateDomainInput) input: UpdateDomainInput,
  ): Promise<DomainType> {
    return toDomainType(await changeDomain(context.services, actor, id, input));
  }

  @Weighs({ cost: 20 })
  @Mutation(() => DomainType, { description: "Looks a domain up in DNS now" })
  async verifyDomain(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<DomainType> {
    return toDomainType(await verifyDomain(context.services, requireActor(context), id));
  }

  @Mutation(() => GraphQLUUID, {
    description: "Its links stay, and lead nowhere until it is added and proved again; gives the id of what is gone",
  })
  async deleteDomain(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteDomain(context.services, actor, id);
    return id;
  }
}

@Resolver(() => DomainType)
export class DomainFields {
  @FieldResolver(() => Int, { description: "How many links it has" })
  async links(@Root() domain: DomainType, @Ctx() context: Context): Promise<number> {
    return linksOf(context).load(domain.number);
  }
}
