import { generateCode } from "@hoplog/schema/codes/generate.js";
import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { HoplogError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { givenTexts, textsOf } from "@hoplog/schema/links/texts.js";
import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { authorizeLinks } from "../../kernel/access/authorize.ts";
import { originOf, type Actor } from "../../kernel/calls/actor.ts";
import type { Clock, Ids, PasswordHashing, Randomness } from "../../kernel/calls/capabilities.ts";
import type { Blocklist } from "../safety/blocklist/liveBlocklist.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { CommandOrigin } from "../../kernel/eventstore/audit.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import type { BeginStreams, NewStream, NewStreams } from "../../kernel/eventstore/newStreams.ts";
import type { LimitsOf } from "../../kernel/limits/limits.ts";
import { codeTaken } from "./codeClaims.ts";
import { boundInputs } from "./boundInputs.ts";
import { type CreateLink, links } from "./decide.ts";
import type { KnownDomains } from "./domainOfLink.ts";
import { externalIdTaken, isExternalIdTaken, takenExternalIds } from "./externalId.ts";
import { type Created, findLinks, findOrCreate, type CreatedLink, type NewLinkRow } from "./findOrCreate.ts";
import { type NewLink, parseNewLink } from "./input.ts";
import type { LinkInput } from "./linkChanges.ts";
import { insertLinks } from "./insertLinks.ts";
import { expiryOf } from "./linkRow.ts";
import { hashPasswords, refuseManyPasswords } from "./newPasswords.ts";
import type { OwnHosts } from "./ownHosts.ts";
import { type TaggedLink, tagNewLinks } from "./newTags.ts";
import { keyOf, refuse } from "./refuseNew.ts";
import { refuseListed } from "./refuseListed.ts";
import { refuseUtm, utmRulesFor } from "./utmOfLink.ts";
import { type FindPlace, findPlaces, lengthOfCodes, type Place } from "./place.ts";

/** The dependencies of creating links. */
export type Creation = NewStreams &
  Events &
  Reads &
  Ids &
  Clock &
  Randomness &
  PasswordHashing &
  OwnHosts &
  Blocklist &
  KnownDomains &
  LimitsOf<"creations" | "linkPasswords">;

/**
 * Maximum attempts to generate free codes. With the usual 8 characters a second attempt is already rare; more than a
 * few mean that something else is wrong.
 */
const codeAttempts = 5;

/**
 * Creates a link as a batch of one. Throws VALIDATION_ERROR, CONFLICT_ERROR on `shortUrl` or `externalId`,
 * NOT_FOUND_ERROR for the group, AUTHORIZATION_ERROR, RATE_LIMIT_ERROR.
 */
export async function createLink(services: Creation, actor: Actor, input: LinkInput): Promise<CreatedLink> {
  const [created = codeTaken()] = await createLinks(services, actor, [input]);
  if (created instanceof HoplogError) throw created;
  return created;
}

/**
 * Creates or finds each valid link; results are in the order of the inputs, some of which may already be errors. Links
 * beyond the rate limit are refused individually. Throws VALIDATION_ERROR for no or too many inputs, RATE_LIMIT_ERROR
 * if there are links to create and the rate limit allows none of them.
 */
export async function createLinks(
  services: Creation,
  actor: Actor,
  inputs: readonly (LinkInput | HoplogError)[],
  max: number = limits.batchMax,
): Promise<readonly Created[]> {
  const ownerId = authorizeLinks(actor, "links:create");
  if (inputs.length === 0 || inputs.length > max) {
    throw validationError([{ field: "urls", message: `Provide 1 to ${max} links` }]);
  }
  const bound = await boundInputs(services, actor, ownerId);
  const findPlace = await findPlaces(services, ownerId);
  const read = inputs.map((input) =>
    input instanceof HoplogError
      ? input
      : orRefusal(() => bound.check(readNewLink(services, bound.fill(input), findPlace))),
  );
  const parsed = refuseManyPasswords(await obeyUtmRules(services, ownerId, read));
  const there = await findLinks(services.reads, ownerId, parsed, services.now());
  const made = await createAllowed(
    services,
    actor,
    ownerId,
    parsed.filter((_, n) => !there.has(n)),
  );
  const rest = [...made];
  return parsed.flatMap((_, n) => {
    const link = there.get(n);
    return link ? { link, created: false } : rest.splice(0, 1);
  });
}

/** Refuses links with campaign parameters that the workspace does not allow. */
async function obeyUtmRules(
  services: Reads,
  ownerId: string,
  links: readonly (NewLink | HoplogError)[],
): Promise<readonly (NewLink | HoplogError)[]> {
  const readable = links.flatMap((link) => (link instanceof HoplogError ? [] : link));
  const rules = await utmRulesFor(services, ownerId, readable);
  return links.map((link) => {
    if (link instanceof HoplogError) return link;
    return orRefusal(() => {
      refuseUtm(rules, link);
      return link;
    });
  });
}

/**
 * Creates the links that the rate limits allow, and refuses the others. Throws RATE_LIMIT_ERROR if no link is allowed.
 */
async function createAllowed(
  services: Creation,
  actor: Actor,
  ownerId: string,
  parsed: readonly (NewLink | HoplogError)[],
): Promise<readonly Created[]> {
  const valid = parsed.filter((link) => !(link instanceof HoplogError)).length;
  if (valid === 0) return parsed.flatMap((link) => (link instanceof HoplogError ? link : []));
  const { granted, refusal } = await services.limits.creations(actor.address, actor.userId, valid);
  if (refusal && granted === 0) throw refusal;
  let left = granted;
  const allowed = parsed.map((link) => (refusal && !(link instanceof HoplogError) && left-- <= 0 ? refusal : link));
  return create(services, actor, ownerId, allowed);
}

/**
 * Creates parsed links of an import without the rate limits of {@link createLinks}: an import has a maximum number of
 * links, and one worker creates them.
 */
export async function createImported(
  services: Creation,
  actor: Actor,
  wanted: readonly (NewLink | HoplogError)[],
): Promise<readonly Created[]> {
  return create(services, actor, authorizeLinks(actor, "links:create"), wanted);
}

/** Parses a new link. Throws VALIDATION_ERROR, also for a URL on the blocklist. */
export function readNewLink(services: OwnHosts & Blocklist, input: LinkInput, findPlace: FindPlace): NewLink {
  const link = parseNewLink(input, services.ownHosts, findPlace);
  refuseListed(services, link);
  return link;
}

async function create(
  services: Creation,
  actor: Actor,
  ownerId: string,
  wanted: readonly (NewLink | HoplogError)[],
): Promise<readonly Created[]> {
  const possible = await refuse(services, actor, ownerId, wanted);
  const hashed = await hashPasswords(services, actor, possible);
  const tagged = await tagNewLinks(services, actor, hashed);
  return findOrCreate(services, tagged, {
    ownerId,
    now: services.now(),
    make: (links) => begin(services, actor, ownerId, links),
    createWithin: (alone, links) => begin({ ...services, ...alone }, actor, ownerId, links, true),
  });
}

/**
 * Begins the links' streams, and generates missing codes. With `inTransaction`, throws if another call has just taken
 * an external id, because the transaction is then aborted.
 */
async function begin(
  services: BeginStreams & Reads & Ids & Clock & Randomness,
  actor: Actor,
  ownerId: string,
  wanted: readonly (TaggedLink | HoplogError)[],
  inTransaction = false,
): Promise<readonly Created[]> {
  const origin = originOf(services, actor);
  const at = services.now().toISOString();
  const answers: (TaggedLink | Created)[] = [...wanted];
  for (let attempt = 1; attempt <= codeAttempts; attempt++) {
    const open = [...answers.entries()].flatMap(([index, link]) => (isOpen(link) ? [{ index, link }] : []));
    if (open.length === 0) break;
    const used = new Set(open.flatMap(({ link }) => (link.code === null ? [] : keyOf(link.place, link.code))));
    const streams = open.map(({ index, link: { place, ...link } }) => {
      const linkId = services.newId();
      const code = link.code ?? freshCode(services, place, used);
      const { name, originalUrl, groupId, tagIds, options, passwordHash, origin: from } = link;
      const made = {
        name,
        code,
        originalUrl,
        groupId,
        options,
        tagIds,
        ...givenTexts(link),
        ...(place.number !== defaultDomain && { domain: place.number }),
        ...(from && { imported: from.imported }),
        ...(from?.isActive === false && { isActive: from.isActive }),
        ...(from?.isArchived && { isArchived: from.isArchived }),
      };
      const command: CreateLink = { type: "CreateLink", linkId, by: actor, ...made, at };
      const isCustom = link.code !== null;
      // Another transaction may hold a lock on the code, the external id, the group or a tag.
      const mayWait = isCustom || groupId !== null || link.externalId !== null || tagIds.length > 0;
      return { id: linkId, command, index, isCustom, mayWait, ...(passwordHash !== null && { secret: passwordHash }) };
    });
    const begun = inTransaction
      ? await services.beginStreams(links, insertLinks, streams, origin)
      : await beginOrNone(services, streams, origin);
    if (begun === null) {
      const ids = open.flatMap(({ link }) => link.externalId ?? []);
      const taken = await takenExternalIds(services.reads, ownerId, ids);
      for (const { index, link } of open) {
        if (link.externalId !== null && taken.has(link.externalId)) answers[index] = externalIdTaken();
      }
      continue;
    }
    for (const { id, command, index, isCustom } of streams) {
      if (begun.has(id)) answers[index] = { link: rowOf(command, ownerId), created: true };
      else if (isCustom) answers[index] = codeTaken();
    }
  }
  return answers.map((answer) => (isOpen(answer) ? codeTaken() : answer));
}

/** Begins streams; returns null if another call has just taken the external id of one of them. */
async function beginOrNone(
  services: BeginStreams,
  streams: readonly NewStream<CreateLink>[],
  origin: CommandOrigin,
): Promise<ReadonlySet<string> | null> {
  try {
    return await services.beginStreams(links, insertLinks, streams, origin);
  } catch (error) {
    if (isExternalIdTaken(error)) return null;
    throw error;
  }
}

/** Whether the link is neither created nor refused yet. */
function isOpen(answer: TaggedLink | Created): answer is TaggedLink {
  return !(answer instanceof HoplogError) && !("created" in answer);
}

/** Returns the result of `work`, or the HoplogError that it throws. Rethrows other errors. */
export function orRefusal<T>(work: () => T): T | HoplogError {
  try {
    return work();
  } catch (error) {
    if (error instanceof HoplogError) return error;
    throw error;
  }
}

/** Builds the row that the projection of `LinkCreated` writes. */
function rowOf(command: CreateLink, ownerId: string): NewLinkRow {
  const { linkId, name, domain = defaultDomain, code, originalUrl, groupId, tagIds = [], options = {} } = command;
  const { isActive = true, isArchived = false, imported } = command;
  const updatedAt = new Date(command.at);
  const createdAt = imported?.createdAt === undefined ? updatedAt : new Date(imported.createdAt);
  return {
    id: linkId,
    ownerId,
    name,
    domain,
    code,
    originalUrl,
    groupId,
    tagIds,
    ...textsOf(command),
    archivedAt: isArchived ? updatedAt : null,
    isActive,
    banReason: null,
    listedUrl: null,
    listingReason: null,
    listingSource: null,
    options,
    expiresAt: expiryOf(options),
    revision: 1,
    createdAt,
    updatedAt,
  };
}

/** Generates an unreserved code whose key is not in `used`, and adds the key to `used`. */
function freshCode(services: Randomness, place: Place, used: Set<string>): string {
  for (;;) {
    const generated = generateCode(services.random, lengthOfCodes(place));
    const code = place.ignoresCase ? generated.toLowerCase() : generated;
    const key = keyOf(place, code);
    if (isReservedCode(code) || used.has(key)) continue;
    used.add(key);
    return code;
  }
}
