import { createParameterDecorator } from "type-graphql";
import { z } from "zod";
import { etagsIn } from "./etag.ts";
import { type GraphqlContext, requireActor } from "./graphqlContext.ts";

const withId = z.object({ id: z.string().default(""), ifMatch: z.string().nullish() });

/** Options of the field `etag`, which every type with a conditional mutation has. */
export const ofEtag = {
  description: "Version of the editable settings, for ifMatch; changes with every edit",
} as const;

/**
 * Injects the actor of a conditional mutation and adds its `ifMatch` argument, which applies to the resource with the
 * mutation's `id`.
 */
export function ConditionalActor(): ReturnType<typeof createParameterDecorator> {
  return createParameterDecorator<GraphqlContext>(
    ({ context, args }) => {
      const { id, ifMatch } = withId.parse(args);
      const actor = requireActor(context);
      const etags = typeof ifMatch === "string" ? etagsIn(ifMatch) : null;
      return etags ? { ...actor, expected: { streamId: id.toLowerCase(), ...etags } } : actor;
    },
    {
      arg: {
        name: "ifMatch",
        typeFunc: () => String,
        options: {
          nullable: true,
          description:
            "The etag that the caller has read. If the current etag differs, the mutation fails and changes nothing",
        },
      },
    },
  );
}
