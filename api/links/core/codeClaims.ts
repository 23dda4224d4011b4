import { sql } from "@hoplog/platform/postgres/sql.js";
import { conflictError, type HoplogError } from "@hoplog/schema/errors.js";
import type { UserEvent } from "@hoplog/schema/events/user.js";
import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/**
 * Claims a code of a domain for a link. A code belongs forever to the account that used it first, and to one link at a
 * time. Throws CONFLICT_ERROR if it belongs to another account or link.
 */
export async function claimCode(
  tx: Transaction,
  { domain, code }: LinkAddress,
  ownerId: string,
  linkId: string,
): Promise<void> {
  const claimed = await rowsOf(
    tx,
    sql`INSERT INTO code_claim AS held (domain, code, owner_id, link_id) VALUES (${domain}, ${code}, ${ownerId}, ${linkId})
     ON CONFLICT (domain, code) DO UPDATE SET link_id = excluded.link_id
       WHERE held.owner_id = excluded.owner_id AND (held.link_id IS NULL OR held.link_id = excluded.link_id)
     RETURNING code`,
  );
  if (claimed.length === 0) throw codeTaken();
}

/** Returns the error for a code that belongs to another account or link. */
export function codeTaken(): HoplogError {
  return conflictError("shortUrl", "This short URL is already taken");
}

export async function releaseCodes(tx: Transaction, linkId: string, except: LinkAddress | null): Promise<void> {
  await execute(
    tx,
    sql`UPDATE code_claim SET link_id = NULL WHERE link_id = ${linkId} AND (domain, code) IS DISTINCT
      FROM (${except?.domain ?? null}::integer, ${except?.code ?? null}::text)`,
  );
}

/** Removes the owner from all codes of an account. The codes remain taken, so that no other account can use them. */
export async function disownCodes(tx: Transaction, userId: string): Promise<void> {
  await execute(tx, sql`UPDATE code_claim SET owner_id = NULL WHERE owner_id = ${userId}`);
}

/** Disowns the codes of a deleted account, also when events are replayed. */
export async function disownCodesOfDeleted(tx: Transaction, event: UserEvent): Promise<void> {
  if (event.type === "UserDeleted") await disownCodes(tx, event.data.userId);
}

/**
 * The owner of a code, and its current link. The row outlives the link, because a code never gets another owner. The
 * owner is null if the account was erased; its codes remain taken.
 */
export const CodeClaimRow = defineEntity({
  name: "CodeClaimRow",
  tableName: "code_claim",
  properties: {
    domain: p.integer().primary(),
    code: p.text().primary(),
    ownerId: p.uuid().strictNullable(),
    linkId: p.uuid().strictNullable(),
  },
});

export type CodeClaimRow = InferEntity<typeof CodeClaimRow>;
