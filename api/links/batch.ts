import { HoplogError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../calls/actor.ts";
import { documented } from "../calls/operation.ts";
import { parseInput } from "../calls/parse.ts";
import { linkAnswers, linksTag } from "./answers.ts";
import { type Created, createLinks, orRefusal } from "./create.ts";
import { describedLink, linkInput } from "./linkInput.ts";
import { newLinkBodies } from "./linkBody.ts";
import type { LinkServices } from "./services.ts";

/** A thousand links with long URLs and names. */
export const batchBodyMax = 4 * 1024 * 1024;

const listOf = <T extends z.ZodType>(item: T) => z.object({ urls: z.array(item, "Must be a list of links") });

/** As it is described; read more loosely, so that one bad link is answered by itself. */
const described = z.object({ urls: z.array(describedLink).min(1).max(limits.batchMax) });
const batch = listOf(z.unknown());

export function batchRoute(app: FastifyInstance, services: LinkServices, requireActor: RequireActor): void {
  app.post(
    "/api/urls/batch",
    {
      ...documented({
        tag: linksTag,
        summary: `Make up to ${limits.batchMax} short links at once`,
        description:
          "Each link is made or refused by itself, as by `POST /api/urls`; the answers stand in the order of the links. Each counts as one against the limits.",
        body: described,
        example: { urls: [{ name: "Docs", originalUrl: "https://example.com/docs" }] },
        answer: { status: 200, is: linkAnswers.MadeLinksAnswer },
        failures: [400, 403, 422],
      }),
      bodyLimit: batchBodyMax,
      // Before its body, which may be larger than any other, is read.
      onRequest: async (request) => void (await requireActor(request)),
    },
    async (request) => {
      const actor = await requireActor(request);
      const inputs = parseInput(batch, request.body).urls.map((input) => orRefusal(() => parseInput(linkInput, input)));
      const created = await createLinks(services, actor, inputs);
      const made = created.flatMap((link) => (link instanceof HoplogError ? [] : [link]));
      const bodies = (await newLinkBodies(services, actor, made)).values();
      const data = created.map((link) => (link instanceof HoplogError ? refusal(link) : { url: bodies.next().value }));
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
