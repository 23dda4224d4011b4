import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput } from "../../kernel/calls/parse.ts";
import { linkAnswers, linksTag } from "./answers.ts";
import { createLinks, orRefusal } from "./create.ts";
import type { Created } from "./findOrCreate.ts";
import { describedNewLink, newLinkInput } from "./linkInput.ts";
import { madeLinkBodies } from "./madeLinkBodies.ts";
import type { LinkServices } from "./services.ts";

/** A thousand links with long URLs and names. */
export const batchBodyMax = 4 * 1024 * 1024;

const listOf = <T extends z.ZodType>(item: T) => z.object({ urls: z.array(item, "Must be a list of links") });

/** As it is described; read more loosely, so that one bad link is answered by itself. */
const described = z.object({ urls: z.array(describedNewLink).min(1).max(limits.batchMax) });
const batch = listOf(z.unknown());

export function batchRoute(app: FastifyInstance, services: LinkServices, requireActor: RequireActor): void {
  app.post(
    "/api/urls/batch",
    {
      ...documented({
        id: "createUrls",
        tag: linksTag,
        creates: true,
        summary: `Make up to ${limits.batchMax} short links at once`,
        description:
          "Each link is made, found or refused by itself, as by `POST /api/urls`; the answers stand in the order of the links. Each that is not found counts as one against the limits. Where `findOrCreate` is true, `created` says which.",
        body: described,
        example: { urls: [{ name: "Docs", originalUrl: "https://example.com/docs" }] },
        answer: { status: 200, is: linkAnswers.MadeLinksAnswer },
        failures: [400, 403],
      }),
      bodyLimit: batchBodyMax,
      // Before its body, which may be larger than any other, is read.
      onRequest: async (request) => void (await requireActor(request)),
    },
    async (request) => {
      const actor = await requireActor(request);
      const inputs = parseInput(batch, request.body).urls.map((input) =>
        orRefusal(() => parseInput(newLinkInput, input)),
      );
      const created = await createLinks(services, actor, inputs);
      const bodies = (await madeLinkBodies(services, actor, created)).values();
      const data = inputs.map((input, n) => {
        const answer = created[n];
        if (answer instanceof HoplogError) return refusal(answer);
        const asked = !(input instanceof HoplogError) && input.findOrCreate === true;
        return { url: bodies.next().value, ...(asked && { created: answer?.created }) };
      });
      return { success: true, message: messageOf(created), data };
    },
  );
}

function refusal({ type, message, details }: HoplogError) {
  return { error: { type, message, details } };
}

function messageOf(created: readonly Created[]): string {
  const made = created.filter((link) => !(link instanceof HoplogError)).length;
  return made === created.length ? "URLs created successfully!" : `${made} of ${created.length} URLs created`;
}
