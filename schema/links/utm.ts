/** The query parameters of a destination by which campaigns are told apart. */
export const utmFields = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "ref"] as const;
export type UtmField = (typeof utmFields)[number];

/** A field that has no value is "". */
export type UtmValues = Readonly<Record<UtmField, string>>;

interface Parts {
  readonly before: string;
  /** As they stand there; none where there is no query. */
  readonly parameters: readonly string[];
  readonly fragment: string;
}

function partsOf(url: string): Parts {
  const hash = url.indexOf("#");
  const fragment = hash < 0 ? "" : url.slice(hash);
  const rest = hash < 0 ? url : url.slice(0, hash);
  const mark = rest.indexOf("?");
  if (mark < 0) return { before: rest, parameters: [], fragment };
  return { before: rest.slice(0, mark), parameters: rest.slice(mark + 1).split("&"), fragment };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

const nameOf = (parameter: string): string => decoded(parameter.split("=", 1)[0] ?? "");

/** The values in a destination; the first one where a parameter stands there more than once. */
export function readUtm(url: string): UtmValues {
  const values = { utm_source: "", utm_medium: "", utm_campaign: "", utm_term: "", utm_content: "", ref: "" };
  for (const parameter of partsOf(url).parameters.toReversed()) {
    const field = utmFields.find((known) => known === nameOf(parameter));
    const mark = parameter.indexOf("=");
    if (field) values[field] = mark < 0 ? "" : decoded(parameter.slice(mark + 1));
  }
  return values;
}

/** The destination with another value; "" takes the parameter out. Everything else stays, character for character. */
export function writeUtm(url: string, field: UtmField, value: string): string {
  const { before, parameters, fragment } = partsOf(url);
  const written = `${field}=${encoded(value)}`;
  const place = parameters.findIndex((parameter) => nameOf(parameter) === field);
  const kept = parameters.flatMap((parameter, n) => {
    if (nameOf(parameter) !== field) return parameter;
    return n === place && value !== "" ? written : [];
  });
  if (place < 0 && value !== "") {
    // "?" alone is an empty query, not a parameter.
    const others = kept.length === 1 && kept[0] === "" ? [] : kept;
    return `${before}?${[...others, written].join("&")}${fragment}`;
  }
  return kept.length === 0 ? before + fragment : `${before}?${kept.join("&")}${fragment}`;
}

/** A half of a surrogate pair, which a field may hold while it is typed, can't be encoded. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}
