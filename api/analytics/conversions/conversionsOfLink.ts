import { authorizeLinks, authorizeOwn, isAllowed, type Member } from "../../kernel/access/authorize.ts";
import { loadedOnce } from "../../kernel/contract/entity.ts";
import { fieldsOf } from "../../kernel/contract/fields.ts";
import { flag } from "../../kernel/contract/parse.ts";
import { link } from "../../links/core/entities.ts";
import type { ConversionServices } from "./commands.ts";
import { type Converted, convertedByLinkIfAvailable, noConversions } from "./converted.ts";
import { convertedPart } from "./entities.ts";

interface WithId {
  readonly id: string;
}

const convertedOf = (bots: boolean) =>
  loadedOnce(async (services: ConversionServices, member, links: readonly WithId[]) => {
    const ids = links.map(({ id }) => id);
    const found = await convertedByLinkIfAvailable(services, authorizeFigures(member), ids, bots);
    return ids.map((id): Converted | null => found && (found.get(id) ?? noConversions));
  });
const ofPeople = convertedOf(false);
const ofAll = convertedOf(true);

/** Authorizes reading sums of conversions, with `conversions:read` or with `stats:read`. Returns the workspace's id. */
function authorizeFigures(member: Member): string {
  if (isAllowed(member, "conversions:read")) return authorizeOwn(member, "conversions:read");
  return authorizeLinks(member, "stats:read");
}

const { field, addedTo } = fieldsOf<WithId, ConversionServices>();

/** Adds the conversions of a link's clicks as a field of the link. */
export const conversionsOfLink = addedTo(link.type, [
  field({
    name: "conversions",
    description: "Conversions of all clicks on the link; null while the analytics database is unavailable",
    takes: { bots: flag.default(false).describe("Whether to include conversions of clicks by bots") },
    answer: convertedPart.nullable(),
    run: (row, _services, { bots }, _actor, context) => (bots ? ofAll : ofPeople).ofOne(context, row),
  }),
]);
