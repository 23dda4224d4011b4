import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput, queryText } from "../../kernel/calls/parse.ts";
import { linksTag } from "../core/entities.ts";
import type { LinkRow } from "../core/linkRow.ts";
import { codeAnswers } from "./answers.ts";
import { checkCode, proposeCodes } from "./queries.ts";
import type { CodeServices } from "./services.ts";

const domain = queryText
  .optional()
  .describe("A host. Blank: the default domain. Absent: the one that is chosen for new links");

export const codeQuery = z.object({ code: queryText, domain });
export const proposalsQuery = z.object({
  url: queryText.describe("The destination"),
  title: queryText.optional().describe("What its page is called"),
  domain,
});

export function codeRoutes(app: FastifyInstance, services: CodeServices, requireActor: RequireActor): void {
  app.get(
    "/api/codes/check",
    documented({
      id: "checkCode",
      tag: linksTag,
      summary: "Whether a code is free",
      description:
        "Says no more than making a link would: of codes that are not yours it says that they are taken. Codes of links that you have deleted, or that they had before, are free for you.",
      query: codeQuery,
      answer: { status: 200, is: codeAnswers.CodeCheckAnswer },
      failures: [403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { link, near, ...check } = await checkCode(services, actor, parseInput(codeQuery, request.query));
      return { success: true, data: { ...check, link: link && shortOf(link), near: near.map(shortOf) } };
    },
  );

  app.get(
    "/api/codes/proposals",
    documented({
      id: "proposeCodes",
      tag: linksTag,
      summary: "Codes for a destination",
      description: "Up to three free ones, from the words of its title, its path and its host.",
      query: proposalsQuery,
      answer: { status: 200, is: codeAnswers.CodeProposalsAnswer },
      failures: [403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      return { success: true, data: await proposeCodes(services, actor, parseInput(proposalsQuery, request.query)) };
    },
  );
}

function shortOf({ id, name, code }: LinkRow) {
  return { _id: id, name, shortUrl: code };
}
