import { GraphQLDateTime } from "graphql-scalars";
import { Field, Int, ObjectType } from "type-graphql";

@ObjectType("LinkChange")
export class LinkChangeType {
  @Field(() => String, { description: "name, originalUrl, shortUrl, group or isActive" })
  field!: string;

  @Field(() => String, { nullable: true })
  from!: string | null;

  @Field(() => String, { nullable: true })
  to!: string | null;
}

@ObjectType("LinkHistoryEntry", { description: "What one person did in one go" })
export class LinkHistoryEntryType {
  @Field(() => Int, { description: "What revertLink takes" })
  version!: number;

  @Field(() => GraphQLDateTime)
  at!: Date;

  @Field(() => String, { nullable: true, description: "The user's name; null for the system" })
  by!: string | null;

  @Field(() => String, { description: "The event's type; LinkEdited for several at once" })
  type!: string;

  @Field(() => [LinkChangeType])
  changes!: readonly LinkChangeType[];

  @Field(() => Boolean, { description: "Whether a revert would change the link as it is now" })
  revertible!: boolean;
}
