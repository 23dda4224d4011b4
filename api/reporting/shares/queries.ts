import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { notFoundError } from "@hoplog/schema/errors.js";
import type { ShareDimension, ShareFigure, ShareTarget } from "@hoplog/schema/shares/share.js";
import { authorize, authorizeOwn, isAllowed, type Member } from "../../kernel/access/authorize.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

/** A shared page in its owner's view. */
export interface Share {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly target: ShareTarget;
  readonly targetId: string | null;
  /** Name of the group or link; null for the workspace, and for users who may not read the group or link. */
  readonly targetName: string | null;
  readonly figures: ShareFigure[];
  readonly dimensions: ShareDimension[];
  readonly timeZone: string;
  readonly from: Date | null;
  readonly expiresAt: Date | null;
  readonly hasPassword: boolean;
  readonly origins: string[];
  /** Version of the page, which each edit increments. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const select = `SELECT share.id, share.owner_id AS "ownerId", share.name, target, target_id AS "targetId",
    coalesce(link.name, link_group.name) AS "targetName", figures, dimensions, time_zone AS "timeZone", from_at AS "from",
    share.expires_at AS "expiresAt", password_id IS NOT NULL AS "hasPassword", origins, share.revision,
    share.created_at AS "createdAt", share.updated_at AS "updatedAt"
  FROM share LEFT JOIN link ON target = 'link' AND link.id = target_id
    LEFT JOIN link_group ON target = 'group' AND link_group.id = target_id`;

/** Returns the field of a page that its ETag covers: the revision, which changes of the password increment too. */
export function shareSettings({ revision }: Pick<Share, "revision">): object {
  return { revision };
}

/** Returns shared pages, newest first, including expired ones. */
export async function listShares({ reads }: Reads, member: Member): Promise<Share[]> {
  const ownerId = authorizeOwn(member, "shares:read");

  return (
    await readRows<Share>(
      reads,
      sql`${raw(select)} WHERE share.owner_id = ${ownerId} ORDER BY share.created_at DESC, share.id DESC`,
    )
  ).map((share) => shareShownTo(member, share));
}

/** Finds a shared page. Throws NOT_FOUND_ERROR, also for a page of another workspace, and AUTHORIZATION_ERROR. */
export async function getShare(
  { reads }: Reads,
  member: Member,
  id: string,
  permission: "shares:read" | "shares:write" = "shares:read",
): Promise<Share> {
  const [share] = await readRows<Share>(reads, sql`${raw(select)} WHERE share.id = ${id}`);
  authorize(member, permission, { type: "share", workspaceId: share?.ownerId ?? null, id });
  if (!share) throw notFoundError("Share");
  return shareShownTo(member, share);
}

function shareShownTo(member: Member, share: Share): Share {
  const isNamed = isAllowed(member, share.target === "link" ? "links:read" : "groups:read");
  return isNamed ? share : { ...share, targetName: null };
}
