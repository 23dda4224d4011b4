import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, instantQuery, parseInput } from "../../kernel/calls/parse.ts";
import { linkAnswers, linksTag } from "./answers.ts";
import { type LinkAt, linkAt } from "./linkAt.ts";
import { shownOptions } from "./options/shown.ts";
import { getLink } from "./queries.ts";
import type { LinkServices } from "./services.ts";

export const linkAtQuery = z.object({ time: instantQuery });

export function linkAtRoute(app: FastifyInstance, services: LinkServices, requireActor: RequireActor): void {
  app.get(
    "/api/urls/:id/at",
    documented({
      id: "getUrlAt",
      tag: linksTag,
      summary: "A link as it was",
      description:
        "At the moment `time`, by the link's events, with what is different now. A date without a time is its first moment in UTC.",
      query: linkAtQuery,
      answer: { status: 200, is: linkAnswers.LinkAtAnswer },
      failures: [404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      // Of another's link nothing is said, not even what is wrong with the question.
      const { id } = await getLink(services, actor, idOf(request.params, "Link"));
      const { time } = parseInput(linkAtQuery, request.query);
      return { success: true, data: bodyOf(await linkAt(services, actor, id, time, "time")) };
    },
  );
}

function bodyOf({ at, version, link, groupName, tags, domain, state, differences }: LinkAt) {
  const { name, originalUrl, code, groupId, note, externalId, isArchived, isActive, banReason, listing, options } =
    link;
  return {
    at: at.toISOString(),
    version,
    name,
    originalUrl,
    shortUrl: code,
    ...(domain && { domain: domain.name }),
    groupId: groupId === null ? null : { _id: groupId, name: groupName ?? groupId },
    tags: [...tags],
    note,
    externalId,
    isArchived,
    isActive,
    ...(banReason !== null && { banReason }),
    ...(listing && { listing }),
    ...shownOptions(options),
    state,
    differences,
  };
}
