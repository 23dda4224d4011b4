import { createParameterDecorator } from "type-graphql";
import { z } from "zod";
import { etagsIn } from "./etag.ts";
import { type GraphqlContext, requireActor } from "./graphqlContext.ts";

const withId = z.object({ id: z.string().default(""), ifMatch: z.string().nullish() });

/** Of the field `etag` of whatever such a mutation changes. */
export const ofEtag = { description: "Names what its editors have set, for ifMatch" } as const;

/** The actor of a mutation that can be made to depend on what its caller has seen of the thing with its `id`: it takes `ifMatch`. */
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
          description: "The etag that the caller has seen; where it is another one by now, nothing is changed",
        },
      },
    },
  );
}
