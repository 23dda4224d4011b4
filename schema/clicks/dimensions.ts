interface ClickDimension {
  /** Its column of `clicks`, and its name as a filter in GraphQL and REST. */
  readonly name: string;
  /** The name of its top list in GraphQL and REST. */
  readonly top: string;
  /** Country codes are shown with their names. */
  readonly values: "countries" | "texts";
  /** Whether all values are counted and not the most frequent alone: for what has few. */
  readonly isCountedWholly: boolean;
  /** Whether clicks can be narrowed to one value. */
  readonly isFilter: boolean;
  /** What GraphQL says of the values of a filter; every filter has one. */
  readonly description?: string;
}

/**
 * What clicks are split by, in the order in which it is shown. This list is where a dimension is declared: the
 * queries of top lists and filters, the GraphQL schema, REST and its document follow from it.
 */
export const dimensions = [
  {
    name: "country",
    top: "topCountries",
    values: "countries",
    isCountedWholly: true,
    isFilter: true,
    description: "ISO 3166-1 alpha-2",
  },
  {
    name: "browser",
    top: "topBrowsers",
    values: "texts",
    isCountedWholly: true,
    isFilter: true,
    description: "Name of the browser",
  },
  {
    name: "os",
    top: "topOperatingSystems",
    values: "texts",
    isCountedWholly: false,
    isFilter: true,
    description: "Name of the operating system",
  },
  {
    name: "device",
    top: "topDevices",
    values: "texts",
    isCountedWholly: false,
    isFilter: true,
    description: "mobile, desktop, tablet or Unknown",
  },
  {
    name: "referrer",
    top: "topReferrers",
    values: "texts",
    isCountedWholly: false,
    isFilter: true,
    description: "Host",
  },
  { name: "isp", top: "topIsps", values: "texts", isCountedWholly: false, isFilter: false },
] as const satisfies readonly ClickDimension[];

type Declared = (typeof dimensions)[number];
export type Dimension = Declared["name"];
export type FilterDimension = Extract<Declared, { isFilter: true }>["name"];

export const dimensionNames: readonly Dimension[] = dimensions.map(({ name }) => name);

/** Those that clicks can be narrowed by. */
export const filterDimensions = dimensions.flatMap((dimension) => (dimension.isFilter ? [dimension] : []));
export const filterNames: readonly FilterDimension[] = filterDimensions.map(({ name }) => name);

/** What there is of each dimension, under the name of its top list. */
export function byTopList<T>(of: (dimension: Declared) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(dimensions.map((dimension) => [dimension.top, of(dimension)]));
}
