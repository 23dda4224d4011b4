import type { Member } from "../access/authorize.ts";

/** A field of an entity in REST. */
export interface RestField<Source, Services> {
  readonly restName: string;
  /** Whether the field is absent if it has no value. */
  readonly isOptional: boolean;
  readonly valueOf: (source: Source) => unknown;
  /** Loads the field's values for many sources at once, in their order; null for most fields. */
  readonly load:
    | ((services: Services, member: Member | null, sources: readonly Source[]) => Promise<readonly unknown[]>)
    | null;
}

/** Converts sources to REST objects. Throws if `member` is null and a field is loaded per member. */
export async function showInRest<Source extends object, Services>(
  fields: readonly RestField<Source, Services>[],
  services: Services,
  member: Member | null,
  given: readonly Source[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  // Copies the array for each call, because data that fields share is loaded once per array.
  const sources = [...given];
  const loading = fields.flatMap((field) =>
    field.load ? [[field, field.load(services, member, sources)] as const] : [],
  );
  const loaded = new Map(await Promise.all(loading.map(async ([field, values]) => [field, await values] as const)));
  const rows = sources.map((source): { source: Source; shown: Record<string, unknown> } => ({ source, shown: {} }));
  // Iterates by field, because for long lists this takes a third less time than by source.
  for (const field of fields) {
    const { restName, isOptional, valueOf } = field;
    const values = loaded.get(field);
    const read: (source: Source, i: number) => unknown = values ? (_source, i) => values[i] : valueOf;
    rows.forEach(({ source, shown }, i) => {
      const value = read(source, i);
      if (isOptional && (value === null || value === undefined)) return;
      // Formats dates like JSON.stringify, but faster.
      shown[restName] = value instanceof Date ? value.toISOString() : value;
    });
  }
  return rows.map(({ shown }) => shown);
}
