import type { ArchivedMode, LinkFilterInput, TagsMode } from "../../../core/graphql/generated/graphql.ts";

/** Filters of a link list, except the search, the domain and the active state. */
export interface LinkFilters {
  readonly tags: readonly string[];
  readonly tagsMode: TagsMode;
  readonly groupId: string | null;
  readonly archived: ArchivedMode;
  readonly favourite: boolean;
  readonly hasNote: boolean;
  /** Whether to show only links whose destination is dead. */
  readonly dead: boolean;
  readonly externalId: string;
  /** The id of the user or API key that created the link. */
  readonly creator: string | null;
  /** Days in the viewer's time zone (`2026-11-25`), both inclusive. */
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
  readonly clicksMin: number | null;
  readonly clicksMax: number | null;
}

export const noFilters: LinkFilters = {
  tags: [],
  tagsMode: "any",
  groupId: null,
  archived: "exclude",
  favourite: false,
  hasNote: false,
  dead: false,
  externalId: "",
  creator: null,
  createdFrom: null,
  createdTo: null,
  clicksMin: null,
  clicksMax: null,
};

/** Names of the filters in the URL. */
export const filterNames = {
  tags: "tags",
  tagsMode: "tagsMode",
  groupId: "inGroup",
  archived: "archived",
  favourite: "favourite",
  hasNote: "note",
  dead: "dead",
  externalId: "externalId",
  creator: "by",
  createdFrom: "from",
  createdTo: "to",
  clicksMin: "min",
  clicksMax: "max",
} as const satisfies Record<keyof LinkFilters, string>;

const modes: readonly TagsMode[] = ["any", "all", "none"];
const archives: readonly ArchivedMode[] = ["exclude", "only", "include"];
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads filters from the URL; unknown or invalid parameters are ignored. */
export function readFilters(query: URLSearchParams): LinkFilters {
  const text = (name: keyof LinkFilters) => query.get(filterNames[name]) ?? "";
  const day = (name: "createdFrom" | "createdTo") => (isDay(text(name)) ? text(name) : null);
  const count = (name: "clicksMin" | "clicksMax") => (/^\d{1,12}$/.test(text(name)) ? Number(text(name)) : null);
  return {
    tags: text("tags")
      .split(",")
      .filter((name) => name.trim() !== ""),
    tagsMode: modes.find((mode) => mode === text("tagsMode")) ?? "any",
    groupId: uuid.test(text("groupId")) ? text("groupId") : null,
    archived: archives.find((mode) => mode === text("archived")) ?? "exclude",
    favourite: text("favourite") === "1",
    hasNote: text("hasNote") === "1",
    dead: text("dead") === "1",
    externalId: text("externalId"),
    creator: uuid.test(text("creator")) ? text("creator") : null,
    createdFrom: day("createdFrom"),
    createdTo: day("createdTo"),
    clicksMin: count("clicksMin"),
    clicksMax: count("clicksMax"),
  };
}

/** Writes filters to the URL; default values are omitted. */
export function writeFilters(query: URLSearchParams, filters: LinkFilters): URLSearchParams {
  const next = new URLSearchParams(query);
  const texts: Record<keyof LinkFilters, string> = {
    tags: filters.tags.join(","),
    tagsMode: filters.tags.length === 0 || filters.tagsMode === "any" ? "" : filters.tagsMode,
    groupId: filters.groupId ?? "",
    archived: filters.archived === "exclude" ? "" : filters.archived,
    favourite: filters.favourite ? "1" : "",
    hasNote: filters.hasNote ? "1" : "",
    dead: filters.dead ? "1" : "",
    externalId: filters.externalId.trim(),
    creator: filters.creator ?? "",
    createdFrom: filters.createdFrom ?? "",
    createdTo: filters.createdTo ?? "",
    clicksMin: filters.clicksMin === null ? "" : String(filters.clicksMin),
    clicksMax: filters.clicksMax === null ? "" : String(filters.clicksMax),
  };
  for (const key of Object.keys(filterNames)) {
    if (!isName(key)) continue;
    if (texts[key] === "") next.delete(filterNames[key]);
    else next.set(filterNames[key], texts[key]);
  }
  return next;
}

function isName(key: string): key is keyof LinkFilters {
  return key in filterNames;
}

/** Converts filters to the API's input. */
export function filterInput(filters: LinkFilters): LinkFilterInput {
  const { tags, tagsMode, groupId, archived, favourite, hasNote, dead, externalId, createdFrom } = filters;
  const { creator, createdTo, clicksMin, clicksMax } = filters;
  return {
    ...(tags.length > 0 && { tags: [...tags], tagsMode }),
    ...(groupId !== null && { groupId }),
    ...(archived !== "exclude" && { archived }),
    ...(favourite && { favourite }),
    ...(hasNote && { hasNote }),
    ...(dead && { deadDestination: true }),
    ...(externalId.trim() !== "" && { externalId: externalId.trim() }),
    ...(creator !== null && { creator }),
    ...(createdFrom !== null && { createdFrom: midnight(createdFrom, 0) }),
    ...(createdTo !== null && { createdTo: midnight(createdTo, 1) }),
    ...(clicksMin !== null && { clicksMin }),
    ...(clicksMax !== null && { clicksMax }),
  };
}

/** Number of active filters. */
export function filterCount(filters: LinkFilters): number {
  return Object.keys(filterInput(filters)).filter((name) => name !== "tagsMode").length;
}

/** Returns midnight in the viewer's time zone, `later` days after `day`. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
