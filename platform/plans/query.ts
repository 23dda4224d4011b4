/** One parameter of a query; `raw` is as it was written, name and value are decoded. */
export interface Parameter {
  readonly raw: string;
  readonly name: string;
  readonly value: string;
}

/** In their order. What can't be decoded stands as it was written. */
export function parametersOf(query: string): Parameter[] {
  if (query === "") return [];
  return query.split("&").flatMap((raw) => {
    if (raw === "") return [];
    const equals = raw.indexOf("=");
    const name = equals < 0 ? raw : raw.slice(0, equals);
    return [{ raw, name: decoded(name), value: equals < 0 ? "" : decoded(raw.slice(equals + 1)) }];
  });
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
