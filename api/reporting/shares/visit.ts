import { notBanned } from "../../kernel/access/notBanned.ts";
import { batchWhileBusy } from "@hoplog/platform/coalescing/batchWhileBusy.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { createQuota } from "@hoplog/platform/quota/quota.js";
import { authenticationError, notFoundError, UnavailableError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import {
  type ShareDimension,
  type ShareFigure,
  shareTokenPattern,
  type ShareTarget,
} from "@hoplog/schema/shares/share.js";
import { Semaphore } from "async-mutex";
import { z } from "zod";
import { authorize, type Principal } from "../../kernel/access/authorize.ts";
import { permissionsOf } from "../../kernel/access/permissions.ts";
import type { Clock, PasswordHashing } from "../../kernel/calls/capabilities.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import { notPaused } from "../../accounts/outlets/notPaused.ts";
import type { SignedCookies } from "../../accounts/identity/signedCookies.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { hashOf } from "./token.ts";

/** A shared page looked up by its token, with fields that visitors must not see. */
export interface VisitedShare {
  readonly id: string;
  readonly ownerId: string;
  readonly revision: number;
  readonly name: string;
  readonly target: ShareTarget;
  readonly targetId: string | null;
  readonly targetName: string | null;
  readonly domain: number | null;
  readonly domainName: string | null;
  readonly code: string | null;
  /** Earliest possible time of the page's clicks. */
  readonly bornAt: Date;
  readonly figures: readonly ShareFigure[];
  readonly dimensions: readonly ShareDimension[];
  readonly timeZone: string;
  readonly fromAt: Date | null;
  readonly expiresAt: Date | null;
  readonly passwordId: string | null;
  readonly passwordHash: string | null;
  readonly origins: readonly string[];
}

/**
 * Returns null for an invalid or unknown token, and for a page that is paused, whose link, group or owner was deleted,
 * or whose owner is banned.
 */
export type FindShare = (token: string) => Promise<VisitedShare | null>;

/**
 * Hides the name of an unnamed link, which consists of its destination's host and path, because visitors must not see
 * these.
 */
const shownName = sql`CASE WHEN link.name LIKE '%.%' AND strpos(lower(link.original_url),
  lower(link.name)) > 0 THEN NULL ELSE link.name END`;

/** Batches lookups into one query, so that guessing many tokens costs little. */
export function findShares({ reads }: Reads): FindShare {
  const read = batchWhileBusy<string, ReadonlyMap<string, VisitedShare>>(
    async (hashes) => {
      const rows = await readRows<VisitedShare & { tokenHash: string }>(
        reads,
        sql`SELECT share.id, share.owner_id AS "ownerId", share.revision, share.name, target, target_id AS "targetId",
    coalesce(${shownName}, link_group.name) AS "targetName", link.domain, domain.name AS "domainName", link.code,
    coalesce(link.created_at, link_group.created_at, user_account.created_at) AS "bornAt",
    figures, dimensions, time_zone AS "timeZone", from_at AS "fromAt", share.expires_at AS "expiresAt",
    password_id AS "passwordId", password_hash AS "passwordHash", origins, token_hash AS "tokenHash"
  FROM share JOIN user_account ON user_account.id = share.owner_id
    LEFT JOIN link ON target = 'link' AND link.id = target_id AND link.owner_id = share.owner_id
    LEFT JOIN domain ON domain.number = link.domain AND domain.state <> 'removed'
    LEFT JOIN link_group ON target = 'group' AND link_group.id = target_id AND link_group.owner_id = share.owner_id
  WHERE token_hash = ANY (${[...new Set(hashes)]}::text[]) AND (target = 'workspace' OR link.id IS NOT NULL
    OR link_group.id IS NOT NULL)
    AND ${notBanned("share.owner_id")} AND ${notPaused("sharedPage", "share.id")}`,
      );
      return new Map(rows.map(({ tokenHash, ...share }) => [tokenHash, share]));
    },
    2,
    true,
  );
  return async (token) => {
    if (!shareTokenPattern.test(token)) return null;
    const hash = hashOf(token);
    return (await read(hash)).get(hash) ?? null;
  };
}

export interface VisitServices extends Clock {
  readonly findShare: FindShare;
  readonly signedCookies: SignedCookies;
}

/** Time for which an entered password is remembered, in seconds. */
export const passSeconds = 12 * 60 * 60;

const passSchema = z.object({ for: z.string() });

/** Builds a pass for this page with this password. Its holder can read it, but it contains no id. */
function passOf({ id, passwordId }: Pick<VisitedShare, "id" | "passwordId">): z.output<typeof passSchema> {
  return { for: hashOf(`${id} ${passwordId}`) };
}

/** Finds a page by its token, without checking its password. Throws NOT_FOUND_ERROR for an unknown or expired page. */
export async function visitDoor(services: VisitServices, token: string): Promise<VisitedShare> {
  const share = await services.findShare(token);
  if (!share || (share.expiresAt && share.expiresAt <= services.now())) throw notFoundError("Page");
  return share;
}

/**
 * Finds a page by its token and, if it has a password, a pass for that password. Throws NOT_FOUND_ERROR,
 * AUTHENTICATION_ERROR if the password is still required.
 */
export async function visitShare(
  services: VisitServices,
  token: string,
  pass: string | undefined,
): Promise<VisitedShare> {
  const share = await visitDoor(services, token);
  const { id, ownerId } = share;
  if (share.passwordId !== null) {
    const given = await services.signedCookies.read("shared page", passSchema, pass);
    if (given?.for !== passOf(share).for) throw authenticationError("This page requires a password.");
  }
  authorize(visitorOf(share), "shares:visit", { type: "share", workspaceId: ownerId, id });
  return share;
}

/** Returns a principal that may only view this page. */
export function visitorOf({ id, ownerId }: Pick<VisitedShare, "id" | "ownerId">): Principal {
  return { userId: null, workspaceId: ownerId, role: "visitor", permissions: permissionsOf("visitor"), shareId: id };
}

/**
 * A check takes 19 MiB and one core for about 40 ms. Logins must not wait for guesses, nor first attempts for repeated
 * ones.
 */
const checking = new Semaphore(1);
/** Maximum queued password checks, per page and in total: flooding one page does not delay others for long. */
const [waitingAtPage, waitingAtAll] = [createQuota(32), createQuota(256)];

/**
 * Checks a password and returns a pass for a cookie; null if the page has no password. Throws NOT_FOUND_ERROR,
 * RATE_LIMIT_ERROR, VALIDATION_ERROR on `password`, {@link UnavailableError} while too many wait.
 */
export async function checkSharePassword(
  services: VisitServices & PasswordHashing & LimitsOf<"sharePassword">,
  { token, password, address }: { readonly token: string; readonly password: string; readonly address: string },
): Promise<{ readonly pass: string; readonly share: VisitedShare } | null> {
  const share = await visitDoor(services, token);
  if (share.passwordId === null) return null;
  const releaseGlobal = waitingAtAll.take("");
  const releasePage = releaseGlobal && waitingAtPage.take(share.id);
  try {
    if (!releasePage) throw new UnavailableError("Too many passwords are being checked. Please try again.");
    const given = await services.limits.sharePassword(address, share.id);
    const check = () => services.passwords.matches(share.passwordHash, password);
    const isRight =
      password.length <= limits.sharePasswordMax && (await checking.runExclusive(check, 1, given.isFirst ? 1 : 0));
    if (!isRight) throw validationError([{ field: "password", message: "Wrong password" }]);
    await given.succeeded();
    return { pass: await services.signedCookies.sign("shared page", passOf(share), passSeconds), share };
  } finally {
    releasePage?.();
    releaseGlobal?.();
  }
}
