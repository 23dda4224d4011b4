import { recordBy } from "../recordOf.ts";

export interface ClickDimension {
  /** Its column of `clicks`, unless it groups another one's values, and its name as a filter in GraphQL, REST and the page's address. */
  readonly name: string;
  /** The column whose values it groups: it has none itself. */
  readonly groups?: string;
  /** The name of its top list in GraphQL and REST. */
  readonly top: string;
  /** What one value is, above a column of them and before a filter. */
  readonly label: string;
  /** Heading of its chart. */
  readonly title: string;
  readonly chart: "pie" | "bars";
  /** What its chart says where no click has a value; "Unknown for all clicks" if it is missing. */
  readonly emptyText?: string;
  /** Country codes are shown with their names, lower-case words capitalised, texts as they are, hosts with a mark where they are own ones. */
  readonly values: "countries" | "words" | "texts" | "hosts";
  /** Whether all values are counted and not the most frequent alone: for what has few. */
  readonly isCountedWholly: boolean;
  /** Whether clicks can be narrowed to one value; `filterFields` describes it. */
  readonly isFilter: boolean;
}

/**
 * What clicks are split by, in the order in which it is shown. This list is where a dimension is declared: the queries of
 * top lists and filters, the GraphQL schema, REST and its document, the pages' queries, charts and filters, and what
 * `make verify` compares follow from it.
 */
export const dimensions = [
  {
    name: "country",
    top: "topCountries",
    label: "Country",
    title: "Top Countries",
    chart: "pie",
    values: "countries",
    isCountedWholly: true,
    isFilter: true,
  },
  {
    name: "browser",
    top: "topBrowsers",
    label: "Browser",
    title: "Top Browsers",
    chart: "bars",
    values: "texts",
    isCountedWholly: true,
    isFilter: true,
  },
  {
    name: "os",
    top: "topOperatingSystems",
    label: "Operating system",
    title: "Top Operating Systems",
    chart: "bars",
    values: "texts",
    isCountedWholly: false,
    isFilter: true,
  },
  {
    name: "device",
    top: "topDevices",
    label: "Device",
    title: "Top Devices",
    chart: "bars",
    values: "words",
    isCountedWholly: false,
    isFilter: true,
  },
  {
    name: "source",
    groups: "referrer",
    top: "topSources",
    label: "Source",
    title: "Top Sources",
    chart: "bars",
    emptyText: "Direct visits only",
    values: "hosts",
    isCountedWholly: false,
    isFilter: true,
  },
  {
    name: "referrer",
    top: "topReferrers",
    label: "Referrer",
    title: "Top Referrers",
    chart: "bars",
    emptyText: "Direct visits only",
    values: "hosts",
    isCountedWholly: false,
    isFilter: true,
  },
  {
    name: "isp",
    top: "topIsps",
    label: "Provider",
    title: "Top Internet Providers",
    chart: "bars",
    values: "texts",
    isCountedWholly: false,
    isFilter: false,
  },
] as const satisfies readonly ClickDimension[];

export type DeclaredDimension = (typeof dimensions)[number];
export type Dimension = DeclaredDimension["name"];
export type FilterDimension = Extract<DeclaredDimension, { isFilter: true }>["name"];

export const dimensionNames: readonly Dimension[] = dimensions.map(({ name }) => name);

/** A dimension that is a column of `clicks`. */
export type DimensionColumn = Exclude<DeclaredDimension, { groups: string }>["name"];
export const dimensionColumns: readonly DimensionColumn[] = dimensions.flatMap((dimension) =>
  "groups" in dimension ? [] : [dimension.name],
);

/** Those that clicks can be narrowed by. */
export const filterDimensions = dimensions.flatMap((dimension) => (dimension.isFilter ? [dimension] : []));
export const filterNames: readonly FilterDimension[] = filterDimensions.map(({ name }) => name);

/** What there is of each dimension, under the name of its top list. */
export function byTopList<T>(of: (dimension: DeclaredDimension) => T): Readonly<Record<DeclaredDimension["top"], T>> {
  return recordBy<DeclaredDimension, DeclaredDimension["top"], T>(dimensions, ({ top }) => top, of);
}

/** The GraphQL fields of every top list, with what is counted of a value. */
export const topListFields = dimensions
  .map(
    ({ top, values }) =>
      `${top} { ${values === "countries" ? "code name" : "value"} clicks${values === "hosts" ? " isOwn" : ""} }`,
  )
  .join(" ");
