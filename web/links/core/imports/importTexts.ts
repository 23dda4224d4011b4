import { type ImportSource, importSourceNames, importSources } from "@hoplog/schema/imports/sources.js";
import type { LinkImportFieldsFragment, LinkImportRowsQuery } from "../../../core/graphql/generated/graphql.ts";
import { counted, formatCount } from "../view/formatCount.ts";

type Import = LinkImportFieldsFragment;
type Row = LinkImportRowsQuery["linkImportRows"][number];

interface SourceTexts {
  /** Describes the source's export file. */
  readonly file: string;
  /**
   * Whether links can be imported through an API, and whether the API belongs to the hosted service or to the user's
   * own installation.
   */
  readonly api?: "service" | "own";
}
const serviceFile = "The CSV file of links, or answers of its API as JSON.";

const sourceTexts: Readonly<Record<ImportSource, SourceTexts>> = {
  csv: { file: "A first row that names the columns: one of them says where links lead." },
  bitly: { file: serviceFile, api: "service" },
  dub: { file: serviceFile, api: "service" },
  kutt: { file: "Answers of its API (/api/v2/links) as JSON, or an SQL dump.", api: "own" },
  rebrandly: { file: serviceFile, api: "service" },
  shlink: { file: "The CSV file of its web client, or answers of its API as JSON.", api: "own" },
  shortio: { file: serviceFile, api: "service" },
  polr: { file: "Its table of links as CSV or JSON, or an SQL dump." },
  blink: { file: "Its file of many links, with or without a heading." },
  tly: { file: serviceFile },
  cuttly: { file: "The CSV file of links." },
  redirection: { file: "The CSV or JSON file of the plugin, or an SQL dump." },
  prettylinks: { file: "The CSV file that Pretty Links Pro exports, or an SQL dump." },
  thirstyaffiliates: { file: "The CSV file that ThirstyAffiliates Pro exports." },
  yourls: { file: "An SQL dump, XML, its table as CSV, or action=stats as JSON.", api: "own" },
  bookmarks: { file: "The HTML file that a browser exports." },
  hoplog: { file: "links.jsonl of an archive of all your data." },
};

/** Import sources: any file first, hoplog's own archive last, and services by name in between. */
export const sources = importSources
  .map((value) => ({ value, label: importSourceNames[value], ...sourceTexts[value] }))
  .toSorted((a, b) => placeOf(a.value) - placeOf(b.value) || a.label.localeCompare(b.label, "en"));

function placeOf(source: ImportSource): number {
  return source === "csv" ? 0 : source === "hoplog" ? 2 : 1;
}

const lossTexts: Readonly<Record<Import["losses"][number]["kind"], string>> = {
  password: "Password lost, and switched off",
  restriction: "Restriction lost, and switched off",
  column: "Columns not read",
  code: "Another short URL",
  domain: "Another domain",
  rules: "Redirect rules lost",
  options: "Options lost",
  tags: "Tags lost",
  text: "Texts that don't fit",
  group: "Group lost",
  date: "Date lost",
  visits: "Clicks without all that was known of them",
};

function urls(count: number): string {
  return counted(count, "URL");
}

/** Describes the losses of an import, one line per kind. */
export function lossLines({ losses }: Import): string[] {
  return losses.map(({ kind, links }) => `${lossTexts[kind]}: ${urls(links)}`);
}

/** Describes an import's progress or result. */
export function importText(job: Import): string {
  const { state, total, toCreate, existing, rejected, done, failed } = job;
  const left = [
    ...(existing > 0 ? [`${formatCount(existing)} imported before`] : []),
    ...(rejected > 0 ? [`${formatCount(rejected)} can't be imported`] : []),
  ];
  switch (state) {
    case "reading":
      return `Reading: ${counted(total, "row")}`;
    case "ready":
      return [`${urls(toCreate)} will be created`, ...left].join(", ");
    case "running":
      return `Creating ${urls(toCreate)}: ${formatCount(done + failed)} done`;
    case "done":
      return [`${urls(done)} created`, ...(failed > 0 ? [`${formatCount(failed)} failed`] : []), ...left].join(", ");
    case "cancelled":
      return `Stopped: ${urls(done)} created`;
    case "failed":
      return job.problem ?? "The file can't be read";
  }
}

/** Describes the import of the links' clicks; empty if there are no clicks to import. */
export function visitsText({
  state,
  visitsState,
  visitsLinks,
  visitsDone,
  visitsImported,
  visitsProblem,
}: Import): string {
  if (visitsLinks === 0 || state === "failed") return "";
  const clicks = counted(visitsImported, "imported click");
  const why =
    visitsProblem === null ? "" : `. The service tells no more (${visitsProblem}): the rest come as numbers alone`;
  switch (visitsState) {
    case "none":
      return state === "cancelled"
        ? ""
        : `Clicks that they had come along afterwards, counted apart: ${urls(visitsLinks)}`;
    case "running":
      return `Bringing their clicks: ${formatCount(visitsDone)} of ${urls(visitsLinks)}, ${clicks}${why}`;
    case "done":
      return `${clicks}${why}`;
    case "failed":
      return `${clicks}, and then given up: the service took too long`;
    case "cancelled":
      return `${clicks}, and then stopped`;
  }
}

export function startText({ toCreate }: Import): string {
  return `Import ${urls(toCreate)}`;
}

export function isOver({ state }: Import): boolean {
  return state === "done" || state === "cancelled" || state === "failed";
}

/** Returns whether an import, including its clicks, has finished. */
export function isSettled(job: Import): boolean {
  return isOver(job) && job.visitsState !== "running";
}

/** Describes the planned or actual outcome of a row. */
export function rowText({ verdict, outcome, losses, error }: Row): string {
  if (error) return error.message;
  if (verdict === "exists") return "Imported before";
  const lost = losses.map(({ message }) => message).join(". ");
  if (outcome === "done") return lost ? `Created. ${lost}` : "Created";
  return lost || "Ready";
}
