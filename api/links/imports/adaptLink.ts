import { type FieldError, HoplogError } from "@hoplog/schema/errors.js";
import type { LossKind } from "@hoplog/schema/imports/sources.js";
import { importLimits } from "@hoplog/schema/imports/limits.js";
import { limits } from "@hoplog/schema/limits.js";
import { type TagColour, tagKey, tagNameProblem } from "@hoplog/schema/tags/tags.js";
import { groupNameProblem } from "@hoplog/schema/validation/links.js";
import { plainText } from "@hoplog/schema/validation/plainText.js";
import type { Blocklist } from "../safety/blocklist/liveBlocklist.ts";
import { readNewLink } from "../core/create.ts";
import type { NewLink } from "../core/input.ts";
import type { LinkInput } from "../core/linkChanges.ts";
import { inputNames } from "../core/options/read.ts";
import type { OwnHosts } from "../core/ownHosts.ts";
import type { FindPlace } from "../core/place.ts";
import type { VisitsApi } from "./apis/sourceApi.ts";
import { isRecord, jsonOf, shownValue } from "./sources/fields.ts";
import { lost, type Loss, type SourceLink } from "./sources/sourceLink.ts";

/** A link reduced to what hoplog supports. */
export interface AdaptedLinkData {
  /** Input of the new link; valid when its row was read, but possibly not when the link is created. */
  readonly input: LinkInput;
  readonly group: string;
  readonly createdAt: string | null;
  readonly isActive: boolean;
  readonly isArchived: boolean;
  /** Whether the link is a favourite of the importing user. */
  readonly isFavourite?: true;
  readonly tagColours?: Readonly<Record<string, TagColour>>;
  /** Visits at the source, absent for none. A null count is requested from the source later. */
  readonly visits?: { readonly count: number | null; readonly sourceId: string };
}

export interface AdaptedLink {
  readonly link: AdaptedLinkData;
  readonly parsed: NewLink;
  readonly losses: readonly Loss[];
}

export interface AdaptContext {
  readonly findPlace: FindPlace;
  /** The domain for links whose own domain isn't one of the workspace's; undefined for the default of new links. */
  readonly domain: string | undefined;
  readonly now: Date;
  /** How to request visits of the source's links; null if only counts are available. */
  readonly visits: Pick<VisitsApi, "detail" | "isCounted"> | null;
}

/**
 * Converts a link of a source to one that hoplog supports: unsupported fields are dropped and reported as losses.
 * Returns an error if the link can't be created even so, such as for a refused destination.
 */
export function adaptLink(
  services: OwnHosts & Blocklist,
  link: SourceLink,
  context: AdaptContext,
): AdaptedLink | HoplogError {
  const losses: Loss[] = [...link.losses];
  const domain = placeOf(link, context, losses);
  const group = groupOf(link, losses);
  const visits = visitsOf(link, context);
  let input: LinkInput = {
    ...withTags(link, losses),
    name: nameOf(link, losses),
    note: noteOf(link, losses),
    domain,
  };
  // Ends because each iteration drops at least one field or rule.
  for (;;) {
    try {
      const parsed = readNewLink(services, input, context.findPlace);
      // A link whose restriction is lost is created inactive, like a link with a password.
      const isRestricted = losses.some(({ kind }) => kind === "restriction");
      losses.push(
        ...lost(
          "password",
          "The password can't be imported: the link is created inactive until it gets a new one",
          link.hasPassword,
        ),
        ...(visits ? visitLosses(visits.count, context) : []),
      );
      const createdAt = dateOf(link, context.now, losses);
      const { isArchived, isFavourite } = link;
      const isActive = link.isActive && !link.hasPassword && !isRestricted;
      const colours = coloursOf(link, parsed);
      const made = {
        input,
        group,
        createdAt,
        isActive,
        isArchived,
        ...(isFavourite && { isFavourite }),
        ...(colours && { tagColours: colours }),
        ...(visits && { visits }),
      };
      return { link: made, parsed, losses };
    } catch (error) {
      if (!(error instanceof HoplogError)) throw error;
      const smaller = without(input, error, losses);
      if (smaller === null) return error;
      input = smaller;
    }
  }
}

/**
 * Returns the visits of a link: with a null count if the source's API has visits but its links don't include a number;
 * undefined for a link without visits.
 */
function visitsOf({ id, visits }: SourceLink, { visits: api }: AdaptContext): AdaptedLinkData["visits"] {
  const count = Math.floor(Math.min(visits, importLimits.visitsMax));
  if (count > 0) return { count, sourceId: id };
  return api === null || api.isCounted ? undefined : { count: null, sourceId: id };
}

function visitLosses(count: number | null, { visits: api }: AdaptContext): Loss[] {
  const clicks = count === 1 ? "1 click" : `${count ?? ""} clicks`;
  return [
    ...lost("visits", "Clicks are imported by day, without visitor details", api?.detail === "days"),
    ...lost("visits", `${clicks} imported only as a total`, api === null),
  ];
}

/** Returns the input without the fields that the error names; null if none of them can be dropped. */
function without(input: LinkInput, { details }: HoplogError, losses: Loss[]): LinkInput | null {
  const fields = details.fields ?? [];
  const names = new Set(fields.map(({ field }) => field.split(".")[0] ?? ""));
  if (names.has("originalUrl") || names.size === 0) return null;
  const known = [...names].filter((name) => name in input);
  if (known.length === 0) return null;
  const rules = withoutRules(input, fields, losses);
  if (rules !== null) return { ...input, rules };
  for (const name of known) {
    const message = fields.find(({ field }) => field.split(".")[0] === name)?.message ?? "This value is not supported";
    losses.push({ kind: kindOf(name, input), message: droppedText(name, input, message) });
  }
  return Object.fromEntries(Object.entries(input).filter(([name]) => !known.includes(name)));
}

/**
 * Returns the rules without the refused ones, and reports each of these as a loss; null if the error also names another
 * field.
 */
function withoutRules(input: LinkInput, fields: readonly FieldError[], losses: Loss[]): readonly unknown[] | null {
  const { rules } = input;
  if (!Array.isArray(rules)) return null;
  const refused = new Map(
    fields.flatMap(({ field, message }) => {
      const at = /^rules\.(\d+)(?:\.|$)/.exec(field)?.[1];
      return at === undefined ? [] : [[Number(at), message] as const];
    }),
  );
  if (refused.size === 0 || refused.size === rules.length || fields.some(({ field }) => !/^rules\.\d/.test(field)))
    return null;
  for (const [at, message] of refused) {
    const rule: unknown = rules[at];
    const name = isRecord(rule) ? shownValue(rule["name"]) : "";
    const blocks = jsonOf(rule).includes('"blocked":true');
    losses.push({ kind: blocks ? "restriction" : "rules", message: `Rule ${at + 1} ${name}: ${message}` });
  }
  return rules.filter((_, at) => !refused.has(at));
}

/** Options without which a link would be open to more visitors, or for longer. */
const restrictions: ReadonlySet<string> = new Set(["notBefore", "expiresAt", "maxClicks"]);

function droppedText(name: string, input: LinkInput, message: string): string {
  const value = shownValue(Object.entries(input).find(([key]) => key === name)?.[1]);
  const isClosed = isRestriction(name, input);
  return `${labelOf(name)} ${value}: ${message}${isClosed ? ". The link is created inactive" : ""}`;
}

/** Whether an option restricts visitors; a rule may block them. */
function isRestriction(name: string, input: LinkInput): boolean {
  return restrictions.has(name) || (name === "rules" && jsonOf(input.rules).includes('"blocked":true'));
}

function kindOf(name: string, input: LinkInput): LossKind {
  if (isRestriction(name, input)) return "restriction";
  if (name === "shortUrl") return "code";
  if (name === "domain" || name === "tags") return name;
  if (name === "rules" || name === "split") return "rules";
  return inputNames.some((option) => option === name) ? "options" : "text";
}

function labelOf(name: string): string {
  return name === "shortUrl" ? "Short URL" : name;
}

/** Returns the link's own domain if the workspace has it, or else the import's. */
function placeOf({ input }: SourceLink, { findPlace, domain }: AdaptContext, losses: Loss[]): string | undefined {
  const given = input.domain ?? "";
  if (given === "") return domain;
  if (!("problem" in findPlace(given))) return given;
  losses.push({ kind: "domain", message: `${given.slice(0, 200)} is not a domain of your workspace` });
  return domain;
}

function groupOf({ group }: SourceLink, losses: Loss[]): string {
  const name = group.trim().normalize("NFC");
  const problem = name === "" ? null : groupNameProblem(name);
  if (problem === null) return name;
  losses.push({ kind: "group", message: `Group '${shownValue(name)}': ${problem}` });
  return "";
}

/** Returns the colours of the link's tags; undefined for none. */
function coloursOf({ tagColours }: SourceLink, { tags }: NewLink): AdaptedLinkData["tagColours"] {
  const known = tags.flatMap((name): [string, TagColour][] => {
    const colour = tagColours.get(tagKey(name));
    return colour ? [[tagKey(name), colour]] : [];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function withTags({ input }: SourceLink, losses: Loss[]): LinkInput {
  const given = input.tags ?? [];
  const validTags = given.filter((tag) => {
    const problem = tagProblem(tag);
    if (problem !== null) losses.push({ kind: "tags", message: `Tag '${shownValue(tag)}' ${problem}` });
    return problem === null;
  });
  const surplus = validTags.slice(limits.tagsPerLink);
  const most = `A link can have at most ${limits.tagsPerLink} tags`;
  for (const tag of surplus) losses.push({ kind: "tags", message: `Tag '${tag}' is omitted. ${most}` });
  return { ...input, tags: validTags.slice(0, limits.tagsPerLink) };
}

/** Returns the problem with a tag, as text that follows its name in a message; null for none. */
function tagProblem(tag: string): string | null {
  if (tag.includes(",")) return "contains a comma";
  const problem = tagNameProblem(tag);
  return problem && `is not valid: ${problem}`;
}

/** Returns the link's name, or its destination if it has none, since a name is required. */
function nameOf({ input }: SourceLink, losses: Loss[]): string {
  const given = oneLine(input.name ?? "");
  const name =
    given === "" ? oneLine((input.originalUrl ?? "").replace(/^https?:\/\/(www\.)?/i, "")).slice(0, 80) : given;
  const usable = plainText(name).trim();
  losses.push(
    ...lost("text", "Invalid characters were removed from the name", usable !== name),
    ...lost("text", `The name is shortened to ${limits.linkNameMax} characters`, given.length > limits.linkNameMax),
  );
  return usable.slice(0, limits.linkNameMax).toWellFormed().trim() || "Imported link";
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function noteOf({ input }: SourceLink, losses: Loss[]): string {
  const given = input.note?.trim() ?? "";
  const note = given.split("\n").map(plainText).join("\n");
  losses.push(...lost("text", "Invalid characters were removed from the note", note !== given));
  losses.push(
    ...lost("text", `The note is shortened to ${limits.linkNoteMax} characters`, note.length > limits.linkNoteMax),
  );
  return note.slice(0, limits.linkNoteMax).toWellFormed();
}

/** Returns the creation date; null if it is in the future. */
function dateOf({ createdAt }: SourceLink, now: Date, losses: Loss[]): string | null {
  if (createdAt === null || new Date(createdAt) <= now) return createdAt;
  losses.push({ kind: "date", message: `The creation date ${createdAt} is in the future` });
  return null;
}
