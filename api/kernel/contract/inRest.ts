import { z } from "zod";
import type { Entity, Sent } from "./entity.ts";
import { graphqlTypes } from "./graphqlTypes.ts";

/** What an entity has in REST in place of some fields of GraphQL. */
interface OtherFields<Source, Shape extends z.ZodRawShape> {
  /** Names in REST of the fields that only GraphQL has. */
  readonly without: readonly string[];
  readonly fields: Shape;
  readonly computed: { readonly [Name in keyof Shape]: (source: Source) => Sent<z.output<Shape[Name]>> };
}

/** Declares that an entity has some other fields in REST than in GraphQL, such as one object for two values. */
export function inRest<Source, Services, Shape extends z.ZodRawShape>(
  of: Entity<Source, Services>,
  { without, fields, computed }: OtherFields<Source, Shape>,
): Entity<Source, Services> {
  const isShown = ([name]: readonly [string, unknown]) => !without.includes(name);
  const shape = Object.fromEntries(Object.entries(of.answer.shape).filter(isShown));
  const compute = Object.entries<(source: Source) => unknown>(computed);
  return {
    ...of,
    answer: z
      .object({ ...shape, ...fields })
      .meta({ title: of.name })
      .register(graphqlTypes, { type: of.type }),
    async toRest(services, member, sources) {
      const all = await of.toRest(services, member, sources);
      return sources.map((source, i) => ({
        ...Object.fromEntries(Object.entries(all[i] ?? {}).filter(isShown)),
        ...Object.fromEntries(compute.map(([name, valueOf]) => [name, valueOf(source)])),
      }));
    },
  };
}
