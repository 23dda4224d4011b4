import { sql } from "@hoplog/platform/postgres/sql.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import { tagKey } from "@hoplog/schema/tags/tags.js";
import { authorizeLinks, type Member } from "../../kernel/access/authorize.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { domainsByNumber } from "./domainOfLink.ts";
import { boundExternalId } from "./externalId.ts";
import type { NewLink } from "./input.ts";
import type { LinkInput } from "./linkChanges.ts";

/** Applies the bounds of a credential to new links. */
export interface BoundInputs {
  /** Adds the domain, group and tag of the credential's bounds if the input omits them. */
  readonly fill: (input: LinkInput) => LinkInput;
  /**
   * Returns the link. Throws AUTHORIZATION_ERROR if the credential may not create it, or if the link uses findOrCreate
   * and the credential may not search for existing links.
   */
  readonly check: (link: NewLink) => NewLink;
}

/** Returns the functions for the credential of a member. Needs no query if the credential may access all links. */
export async function boundInputs(services: Reads, member: Member, ownerId: string): Promise<BoundInputs> {
  const { within } = member;
  const mayFind = (link: NewLink): NewLink => {
    if (link.findBy !== null) authorizeLinks(member, "links:read");
    return link;
  };
  if (!within) return { fill: (input) => input, check: mayFind };
  const { domain, groupId, tagId } = within;
  const host = domain === null ? undefined : await hostOf(services, ownerId, domain);
  const tag = tagId === null ? null : await tagName(services, tagId);
  return {
    fill(input) {
      const tags = input.tags ?? [];
      return {
        ...input,
        ...(host !== undefined && input.domain === undefined && { domain: host }),
        ...(groupId !== null && input.groupId === undefined && { groupId }),
        ...(tag !== null && !tags.some((name) => tagKey(name) === tagKey(tag)) && { tags: [...tags, tag] }),
      };
    },
    check(link) {
      if (link.findBy !== null && tagId !== null)
        throw refusal("can't find links, because it is restricted to links with one tag");
      if (domain !== null && link.place.number !== domain) throw refusal("can only create links in one domain");
      if (groupId !== null && link.groupId !== groupId) throw refusal("can only create links in one group");
      if (link.externalId !== null) throw boundExternalId();
      return mayFind(link);
    },
  };
}

async function hostOf(services: Reads, ownerId: string, number: number): Promise<string> {
  return (await domainsByNumber(services, ownerId, [number])).get(number)?.name ?? "";
}

/** Returns the name of a tag. Throws AUTHORIZATION_ERROR if the tag was deleted, because no new link can have it. */
async function tagName({ reads }: Reads, id: string): Promise<string> {
  const [tag] = await readRows<{ name: string }>(reads, sql`SELECT name FROM tag WHERE id = ${id}`);
  if (!tag) throw refusal("is restricted to links with a tag that was deleted");
  return tag.name;
}

function refusal(why: string): HoplogError {
  return new HoplogError("AUTHORIZATION_ERROR", `This API key ${why}.`);
}
