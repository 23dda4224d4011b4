import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { authorizeOwn, type Member } from "../../kernel/access/authorize.ts";
import type { AnalyticsQuestion } from "../account/source.ts";
import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import { getLink } from "../../links/core/queries.ts";

interface Asked {
  /** Null: of all links. */
  readonly linkId: string | null;
  readonly range: TimeRange;
  readonly tz: string;
  readonly bots: boolean;
  readonly filters: readonly ClickFilter[];
}

/** Of a link, or of the workspace. Throws NOT_FOUND_ERROR, also for another workspace's link. */
export async function questionOf(
  services: LinksById & Clock,
  member: Member,
  { linkId, filters, ...asked }: Asked,
): Promise<AnalyticsQuestion> {
  const now = services.now();
  if (linkId === null) return { ...asked, filters, now, ownerId: authorizeOwn(member, "stats:read") };
  const { id, ownerId } = await getLink(services, member, linkId, "stats:read");
  return { ...asked, filters: [{ field: "link", op: "is", values: [id] }, ...filters], now, ownerId };
}
