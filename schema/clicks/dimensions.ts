import { recordBy } from "../recordOf.ts";

export interface ClickDimension {
  /**
   * The column of `clicks`, unless the dimension groups the values of another one; also the dimension's filter name in
   * GraphQL, REST and page URLs.
   */
  readonly name: string;
  /** The column whose values the dimension groups; a dimension that groups values has no column. */
  readonly groups?: string;
  /** The name of the dimension's top list in GraphQL and REST. */
  readonly top: string;
  /** Singular name of a value, shown as a column heading and before a filter. */
  readonly label: string;
  /** Heading of the chart. */
  readonly title: string;
  readonly chart: "pie" | "bars";
  /** Text of the chart if no click has a value; "Unknown for all clicks" if omitted. */
  readonly emptyText?: string;
  /**
   * How values are shown: country codes as names, words capitalised, texts unchanged, hosts with a label if they are
   * short-link hosts of this installation.
   */
  readonly values: "countries" | "words" | "texts" | "hosts";
  /** Whether all values are counted, not just the most frequent: for dimensions with few values. */
  readonly isCountedWholly: boolean;
  /** Whether a link's statistics can be filtered by the dimension; `filterFields` describes the filter. */
  readonly isFilter: boolean;
}

/**
 * The dimensions of clicks, in the order in which they are shown. A dimension is declared only here: the queries of top
 * lists and filters, the GraphQL schema, the REST API and its documentation, the pages' queries, charts and filters,
 * and what `make verify` compares are all derived from this list.
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

/** The dimensions that a link's statistics can be filtered by. */
export const filterDimensions = dimensions.flatMap((dimension) => (dimension.isFilter ? [dimension] : []));
export const filterNames: readonly FilterDimension[] = filterDimensions.map(({ name }) => name);

/** Returns a record with a value for each dimension, by the name of the dimension's top list. */
export function byTopList<T>(of: (dimension: DeclaredDimension) => T): Readonly<Record<DeclaredDimension["top"], T>> {
  return recordBy<DeclaredDimension, DeclaredDimension["top"], T>(dimensions, ({ top }) => top, of);
}

/** The GraphQL selection of every top list, with the counts of each value. */
export const topListFields = dimensions
  .map(
    ({ top, values }) =>
      `${top} { ${values === "countries" ? "code name" : "value"} clicks${values === "hosts" ? " isOwn" : ""} }`,
  )
  .join(" ");
