import { sql } from "@hoplog/platform/postgres/sql.js";
import { domainLimits } from "@hoplog/schema/domains/settings.js";
import { conflictError, type HoplogError, validationError } from "@hoplog/schema/errors.js";
import { refuseListedUrls } from "../core/refuseListed.ts";
import { authorize, authorizeOwn } from "../../kernel/access/authorize.ts";
import { originOf, type Actor } from "../../kernel/calls/actor.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { requireConfirmed } from "../../accounts/outlets/confirmed.ts";
import { domainTargetNames } from "../../accounts/outlets/listed.ts";
import { requireNotPaused } from "../../accounts/outlets/notPaused.ts";
import { forgetOutlet, recordAndNotify } from "../../accounts/outlets/record.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { checkDomain, isServedForOthers } from "./checks.ts";
import { type ChangeDomain, domains } from "./decide.ts";
import { readDomainName } from "./dns/names.ts";
import { DomainRow } from "./projection.ts";
import { type FoundDomain, getDomain } from "./queries.ts";
import type { DomainServices } from "./services.ts";
import { parseSettings, type SettingsInput, urlsIn } from "./settingsInput.ts";

export interface NewDomain {
  readonly name: string;
  /**
   * Whether codes ignore case. By default the former value if the workspace had the domain before,
   * otherwise false.
   */
  readonly ignoresCase?: boolean | null | undefined;
}

const tokenBytes = 20;

/**
 * Adds a domain and checks it once. Throws VALIDATION_ERROR for an invalid name, too many domains, or an
 * `ignoresCase` that differs from the former one; CONFLICT_ERROR on `name` if the workspace has the domain already or
 * the domain is served for another account; RATE_LIMIT_ERROR.
 */
export async function createDomain(services: DomainServices, actor: Actor, input: NewDomain): Promise<FoundDomain> {
  const ownerId = authorizeOwn(actor, "domains:write");
  const read = readDomainName(input.name, services.domainChecks.ownHosts);
  if ("problem" in read) throw validationError([{ field: "name", message: read.problem }]);
  const { name } = read;
  await services.limits.creation(actor.address, actor.userId);
  await services.limits.domainCheck(actor.userId);
  const domainId = services.newId();
  const origin = originOf(services, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    await lockDomainsOf(tx, ownerId);
    await refuse(tx, ownerId, name);
    const former = await formerOf(tx, ownerId, name);
    const ignoresCase = input.ignoresCase ?? former?.ignoresCase ?? false;
    if (former && former.ignoresCase !== ignoresCase) throw caseConflictError(former.ignoresCase);
    const number = former?.number ?? (await nextNumber(tx));
    const token = Buffer.from(services.random(tokenBytes)).toString("hex");
    const known = { domainId, by: actor, at: services.now().toISOString() };
    const command = { type: "AddDomain", ...known, name, number, ignoresCase, token } as const;
    await services.eventStore.execute(tx, domains, domainId, command, origin);
  });
  services.domains.added();
  await checkDomain(services, domainId, origin);
  return getDomain(services, actor, domainId);
}

/** Changes a domain's settings. Throws VALIDATION_ERROR, also for an input without fields, and NOT_FOUND_ERROR. */
export async function changeDomain(
  services: DomainServices,
  actor: Actor,
  domainId: string,
  input: SettingsInput & { readonly isDefault?: boolean | null | undefined },
): Promise<FoundDomain> {
  const ownerId = authorizeOwn(actor, "domains:write");
  const { name, settings: before } = await getDomain(services, actor, domainId);
  const settings = parseSettings(input, [...services.ownHosts, name]);
  refuseListedUrls(services, urlsIn(settings));
  const isDefault = input.isDefault ?? undefined;
  const isTargeted = domainTargetNames.some((setting) => typeof settings[setting] === "string");
  if (isTargeted) await requireConfirmed(services, actor);
  if (Object.keys(settings).length === 0 && isDefault === undefined) {
    throw validationError([{ field: "body", message: "Provide at least one field to change: a setting or isDefault" }]);
  }
  const known = { domainId, by: actor, at: services.now().toISOString() };
  const origin = originOf(services, actor);
  await services.eventStore.unitOfWork(async (tx) => {
    if (isDefault === true) await clearDefault(services, tx, actor, domainId);
    const command: ChangeDomain = {
      type: "ChangeDomain",
      ...known,
      settings,
      ...(isDefault !== undefined && { isDefault }),
    };
    await services.eventStore.execute(tx, domains, domainId, command, origin);
    if (isTargeted) {
      // While the targets are paused, a change would be lost when they are restored, or would overwrite them.
      await requireNotPaused(tx, "domainTarget", domainId);
      await recordAndNotify(services, tx, actor, {
        kind: "domainTarget",
        id: domainId,
        ownerId,
        name,
        change: domainTargetNames.some((target) => before[target] && settings[target] === undefined)
          ? "widened"
          : "moved",
      });
    }
  });
  return getDomain(services, actor, domainId);
}

/** Removes a domain, but not its links, which no longer redirect. Throws NOT_FOUND_ERROR. */
export async function deleteDomain(services: DomainServices, actor: Actor, domainId: string): Promise<void> {
  await services.eventStore.unitOfWork(async (tx) => {
    const remove = { type: "RemoveDomain", domainId, by: actor, at: services.now().toISOString() } as const;
    await services.eventStore.execute(tx, domains, domainId, remove, originOf(services, actor));
    await execute(tx, sql`DELETE FROM domain_check WHERE domain_id = ${domainId}`);
    await forgetOutlet(tx, "domainTarget", domainId);
  });
}

/** Checks a domain's DNS immediately. Throws NOT_FOUND_ERROR, RATE_LIMIT_ERROR. */
export async function verifyDomain(services: DomainServices, actor: Actor, domainId: string): Promise<FoundDomain> {
  await getDomain(services, actor, domainId, "domains:write");
  await services.limits.domainCheck(actor.userId);
  await checkDomain(services, domainId, originOf(services, actor));
  return getDomain(services, actor, domainId);
}

/** Serializes additions of domains to one workspace, and changes of its default domain. */
async function lockDomainsOf(tx: Transaction, ownerId: string): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('hoplog domains ' || ${ownerId}, 0))`);
}

async function refuse(tx: Transaction, ownerId: string, name: string): Promise<void> {
  const max = domainLimits.perWorkspace;
  const [own] = await rowsOf<{ count: number; hasName: boolean }>(
    tx,
    sql`SELECT count(*)::int AS count, coalesce(bool_or(name = ${name}), false) AS "hasName" FROM domain
     WHERE owner_id = ${ownerId} AND state <> 'removed'`,
  );
  if (own?.hasName) throw conflictError("name", "Your workspace already has this domain");
  if ((own?.count ?? 0) >= max)
    throw validationError([
      { field: "name", message: `A workspace can have at most ${max} domains. Remove one first` },
    ]);
  if (await isServedForOthers(tx, name, null)) {
    throw conflictError("name", "This domain is connected to another workspace");
  }
}

/** Returns the workspace's former domain of this name. */
async function formerOf(tx: Transaction, ownerId: string, name: string): Promise<DomainRow | null> {
  return tx.findOne(DomainRow, { ownerId, name }, { orderBy: { addedAt: "desc" }, disableIdentityMap: true });
}

async function nextNumber(tx: Transaction): Promise<number> {
  const [row] = await rowsOf<{ number: number }>(tx, sql`SELECT nextval('domain_number')::int AS number`);
  if (!row) throw new TypeError("Postgres returned no number from the sequence domain_number");
  return row.number;
}

function caseConflictError(ignoresCase: boolean): HoplogError {
  const message = `Your workspace had this domain before, with codes that ${ignoresCase ? "ignored" : "distinguished"} case, which can't be changed. Set ignoresCase to ${ignoresCase}`;
  return validationError([{ field: "ignoresCase", message }]);
}

async function clearDefault(services: DomainServices, tx: Transaction, actor: Actor, exceptId: string): Promise<void> {
  const ownerId = authorizeOwn(actor, "domains:write");
  await lockDomainsOf(tx, ownerId);
  const former = await tx.find(DomainRow, { ownerId, isDefault: true, id: { $ne: exceptId } });
  for (const { id } of former) {
    authorize(actor, "domains:write", { type: "domain", workspaceId: ownerId });
    const at = services.now().toISOString();
    const command = { type: "ChangeDomain", domainId: id, by: actor, at, isDefault: false } as const;
    await services.eventStore.execute(tx, domains, id, command, originOf(services, actor));
  }
}
