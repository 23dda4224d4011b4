import DataLoader from "dataloader";
import { Arg, Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import { authorizeLinks, authorizeOwn, isAllowed, type Member } from "../../kernel/access/authorize.ts";
import { type GraphqlContext, perOperation, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { link as linkEntity } from "../../links/core/entities.ts";
import { type Converted, convertedByLinkIfAvailable, nothingSold } from "./converted.ts";
import { typeOfPart } from "../../kernel/contract/entity.ts";
import { convertedPart } from "./entities.ts";
import type { ConversionServices } from "./commands.ts";

type Context = GraphqlContext<ConversionServices>;

const convertedOf = (bots: boolean) =>
  perOperation((context: Context) => {
    const ownerId = authorizeFigures(requireActor(context));
    return new DataLoader<string, Converted | null>(async (ids) => {
      const found = await convertedByLinkIfAvailable(context.services, ownerId, ids, bots);
      return ids.map((id) => found && (found.get(id) ?? nothingSold));
    });
  });

const ofPeople = convertedOf(false);
const ofAll = convertedOf(true);

/** Who may read the single conversions of all links may add them up. */
function authorizeFigures(member: Member): string {
  if (isAllowed(member, "conversions:read")) return authorizeOwn(member, "conversions:read");
  return authorizeLinks(member, "stats:read");
}

@Resolver(() => linkEntity.type)
export class ConversionsOfLink {
  @FieldResolver(() => typeOfPart(convertedPart), {
    nullable: true,
    description: "What all its clicks became; null while analytics is unavailable",
  })
  async conversions(
    @Root() link: { readonly id: string },
    @Ctx() context: Context,
    @Arg("bots", () => Boolean, { defaultValue: false }) bots: boolean,
  ): Promise<Converted | null> {
    return (bots ? ofAll : ofPeople)(context).load(link.id);
  }
}
