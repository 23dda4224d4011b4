import type { LinksById } from "../../links/core/linksById.ts";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import { type ClickQuestion, ofLink } from "../../clicks/questions/question.ts";
import { getLink } from "../../links/core/queries.ts";

/**
 * Builds the query for the workspace, or for one of its links. Throws AUTHORIZATION_ERROR, and NOT_FOUND_ERROR for an
 * unknown link or another workspace's link.
 */
export async function questionOf(
  services: LinksById & Clock,
  member: Member,
  given: Omit<ClickQuestion, "ownerId" | "now">,
  linkId: string | null = null,
): Promise<ClickQuestion> {
  const { range, tz, bots, filters } = given;
  const asked = { range, tz, bots, now: services.now() };
  if (linkId === null) return { ...asked, filters, ownerId: authorizeOwn(member, "stats:read") };
  const { id, ownerId } = await getLink(services, member, linkId, "stats:read");
  return { ...asked, filters: [ofLink(id), ...filters], ownerId };
}
