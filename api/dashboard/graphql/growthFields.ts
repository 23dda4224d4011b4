import { FieldResolver, Float, Resolver, Root } from "type-graphql";
import { GrowthType } from "./dashboardTypes.ts";

@Resolver(() => GrowthType)
export class GrowthFields {
  @FieldResolver(() => Float, { nullable: true })
  urls(@Root() { figures }: GrowthType): Promise<number | null> {
    return figures.urls();
  }

  @FieldResolver(() => Float, { nullable: true })
  clicks(@Root() { figures }: GrowthType): Promise<number | null> {
    return figures.clicks();
  }

  @FieldResolver(() => Float, { nullable: true })
  groups(@Root() { figures }: GrowthType): Promise<number | null> {
    return figures.groups();
  }

  @FieldResolver(() => Float, { nullable: true })
  ctr(@Root() { figures }: GrowthType): Promise<number | null> {
    return figures.ctr();
  }
}
