import { z } from "zod";
import type { Question } from "./question.ts";
import { singleClicks } from "./recount.ts";

const query = `query ($id: UUID!) {
  linkEditEffects(linkId: $id) { from at to before after }
  week: linkEditEffects(linkId: $id, span: week, bots: true) { from at to before after } }`;
const effect = z.object({ from: z.coerce.date(), at: z.coerce.date(), to: z.coerce.date() });
const answer = z.object({ linkEditEffects: z.array(effect), week: z.array(effect) });

/**
 * Checks the effect of a link's edits on its clicks, recounted within the spans from the response, which must be
 * equally long.
 */
export function editQuestions(linkId: string): Question[] {
  let spans: z.output<typeof answer> = { linkEditEffects: [], week: [] };
  return [
    {
      where: `GraphQL linkEditEffects(linkId: ${linkId})`,
      async read(api) {
        const read = await api.graphql(query, { id: linkId });
        spans = answer.parse(read);
        return read;
      },
      async expected({ recount }) {
        const counted = async (from: Date, to: Date, who: "people" | "all") => {
          const days = await recount.byDay(linkId, { from, to }, "UTC", singleClicks);
          return [...days.values()].reduce((sum, day) => sum + day[who], 0);
        };
        const effects = (edits: readonly z.output<typeof effect>[], who: "people" | "all") =>
          Promise.all(
            edits.map(async ({ from, at }) => {
              const to = new Date(2 * at.getTime() - from.getTime());
              const [before, after] = await Promise.all([counted(from, at, who), counted(at, to, who)]);
              return { to: to.toISOString(), before, after };
            }),
          );
        return {
          linkEditEffects: await effects(spans.linkEditEffects, "people"),
          week: await effects(spans.week, "all"),
        };
      },
    },
  ];
}
