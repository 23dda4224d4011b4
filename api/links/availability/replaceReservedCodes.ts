import { sql } from "@hoplog/platform/postgres/sql.js";
import { generateCode } from "@hoplog/schema/codes/generate.js";
import { isReservedCode, reservedCodes } from "@hoplog/schema/codes/reserved.js";
import { HoplogError } from "@hoplog/schema/errors.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import type { Principal } from "../../kernel/access/authorize.ts";
import { permissionsOf } from "../../kernel/access/permissions.ts";
import type { Clock, Ids, Logs, Randomness, ShortUrl } from "../../kernel/calls/capabilities.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { enqueueAccountMail } from "../../accounts/identity/accountMails.ts";
import { UserRow } from "../../accounts/identity/rows.ts";
import { links } from "../core/decide.ts";
import { shortUrlOf } from "../core/domainOfLink.ts";
import { withoutLinks } from "../../accounts/mail/strangersName.ts";

export type ReplaceCodeServices = Reads & Events & Clock & Ids & Randomness & ShortUrl & Logs;

interface OldLink {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly code: string;
}

const system: Principal = { userId: null, workspaceId: null, role: "system", permissions: permissionsOf("system") };

/**
 * Maximum attempts to generate a free code: a generated one is almost never taken, so further failures have another
 * cause.
 */
const codeAttempts = 5;

/**
 * Changes the codes of links of the default domain if they are paths of the app, for a host that serves both links and
 * app. Owners get an email, in the transaction that changes their links. A link that fails is logged and retried at
 * the next call, without delaying others. Idempotent. Returns the number of changed links.
 */
export async function replaceReservedCodes(services: ReplaceCodeServices): Promise<number> {
  // Finds the links through code claims, whose key is domain and code, so that few link rows are read.
  const old = await readRows<OldLink>(
    services.reads,
    sql`WITH reserved AS MATERIALIZED (SELECT code FROM code_claim WHERE domain = ${defaultDomain}
      AND lower(code) = ANY (${reservedCodes}::text[]))
     SELECT id, owner_id AS "ownerId", name, code FROM link WHERE domain = ${defaultDomain} AND code IN (SELECT code
       FROM reserved) ORDER BY id`,
  );
  let changed = 0;
  for (const [ownerId, own] of Map.groupBy(old, (link) => link.ownerId))
    changed += await replaceCodesOrLog(services, ownerId, own);
  return changed;
}

/**
 * Changes all links of an owner at once; if that fails, changes them one by one, so that only the links that fail are
 * left unchanged.
 */
async function replaceCodesOrLog(
  services: ReplaceCodeServices,
  ownerId: string,
  own: readonly OldLink[],
): Promise<number> {
  try {
    return await replaceCodes(services, ownerId, own);
  } catch (error) {
    const [first, ...others] = own;
    if (first && others.length === 0) {
      services.logger.error(
        { err: error, id: first.id },
        "could not give a new code to a link whose code is a path of the app; retrying later",
      );
      return 0;
    }
    let changed = 0;
    for (const link of own) changed += await replaceCodesOrLog(services, ownerId, [link]);
    return changed;
  }
}

async function replaceCodes(services: ReplaceCodeServices, ownerId: string, own: readonly OldLink[]): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await services.eventStore.unitOfWork((tx) => replaceCodesWithin(services, tx, ownerId, own));
    } catch (error) {
      const isTaken = error instanceof HoplogError && error.type === "CONFLICT_ERROR";
      if (!isTaken || attempt === codeAttempts) throw error;
    }
  }
}

async function replaceCodesWithin(
  services: ReplaceCodeServices,
  tx: Transaction,
  ownerId: string,
  own: readonly OldLink[],
): Promise<number> {
  const meta = { userId: null, via: "system", commandId: services.newId(), credential: { kind: "system" } } as const;
  const origin: CommandOrigin = { meta, address: null };
  const at = services.now().toISOString();
  const lines: string[] = [];
  for (const link of own) {
    const code = freshCode(services);
    const command = { type: "MakeWay", linkId: link.id, by: system, code, at } as const;
    if (await changes(services, tx, command, origin)) {
      const [before, after] = [link.code, code].map((one) =>
        shortUrlOf(services, { domain: defaultDomain, code: one }, new Map()),
      );
      lines.push(`${withoutLinks(link.name)}: ${before} is now ${after}`);
    }
  }
  const user = await tx.findOne(UserRow, { id: ownerId }, { disableIdentityMap: true });
  if (user && lines.length > 0) {
    const data = { userId: ownerId, to: user.email, name: user.name, links: lines.join("\n") };
    await enqueueAccountMail(services, tx, { kind: "links-moved", data });
  }
  return lines.length;
}

type Command = Parameters<typeof links.decide>[0] & { readonly type: "MakeWay" };

/**
 * Changes a link's code; returns false if the link was deleted, or another API process has already changed its code.
 */
async function changes(services: Events, tx: Transaction, command: Command, origin: CommandOrigin): Promise<boolean> {
  try {
    return (await services.eventStore.execute(tx, links, command.linkId, command, origin)).length > 0;
  } catch (error) {
    if (error instanceof HoplogError && error.type === "NOT_FOUND_ERROR") return false;
    throw error;
  }
}

function freshCode({ random }: Randomness): string {
  for (;;) {
    const code = generateCode(random);
    if (!isReservedCode(code)) return code;
  }
}
