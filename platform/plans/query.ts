import { parameterName } from "../visitor/campaign.ts";

/** One parameter of a query; `raw` is its unchanged text, name and value are decoded. */
export interface Parameter {
  readonly raw: string;
  readonly name: string;
  readonly value: string;
}

/** Parses the parameters of a query in order. In text that can't be decoded, only plus signs are replaced. */
export function parametersOf(query: string): Parameter[] {
  if (query === "") return [];
  return query.split("&").flatMap((raw) => {
    if (raw === "") return [];
    const equals = raw.indexOf("=");
    const name = equals < 0 ? raw : raw.slice(0, equals);
    return [{ raw, name: decoded(name), value: equals < 0 ? "" : decoded(raw.slice(equals + 1)) }];
  });
}

const nothing: readonly string[] = [];
const read = new WeakMap<object, ReadonlyMap<string, readonly string[]>>();

/**
 * Returns the decoded values of a parameter in a visit's query, in NFC. The query is parsed only once for all
 * conditions, because a visitor may send thousands of parameters.
 */
export function valuesIn(visit: { readonly query: string }, name: string): readonly string[] {
  if (visit.query === "") return nothing;
  let byName = read.get(visit);
  if (!byName) {
    byName = grouped(visit.query);
    read.set(visit, byName);
  }
  return byName.get(parameterName(name)) ?? nothing;
}

function grouped(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const parameter of parametersOf(query)) {
    const [name, value] = [parameterName(parameter.name), parameter.value.normalize("NFC")];
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

function decoded(text: string): string {
  if (!/[%+]/.test(text)) return text;
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
