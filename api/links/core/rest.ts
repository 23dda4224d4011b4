import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Actor, RequireActor } from "../../kernel/calls/actor.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import { pageOf, pageParameters, shownOf, startOf } from "../../kernel/calls/pages.ts";
import { flag, idOf, parseInput, queryText } from "../../kernel/calls/parse.ts";
import { linkAnswers, linksTag } from "./answers.ts";
import { batchRoute } from "./batch.ts";
import { createLink } from "./create.ts";
import { editLink } from "./edit.ts";
import { linkAtRoute } from "./linkAtRoute.ts";
import { linkBodies } from "./linkBody.ts";
import { linkFilterOf, linkFilterParameters } from "./filterQuery.ts";
import { describedEdit, describedNewLink, editInput, newLinkInput } from "./linkInput.ts";
import type { LinkRow } from "./linkRow.ts";
import { madeLinkBodies } from "./madeLinkBodies.ts";
import { linkList } from "./queries.ts";
import type { LinkServices } from "./services.ts";
import { linkSort, linkSortFields } from "./sort.ts";
import { fromLinkCursor, toLinkCursor } from "./cursor.ts";
import type { ListedLink } from "./linkList.ts";

export const listQuery = z.object({
  ...pageParameters,
  search: queryText.optional(),
  groupId: z.uuid("Not a valid id").optional(),
  isActive: flag.optional(),
  domain: queryText.optional(),
  ...linkFilterParameters,
  sort: z.enum(linkSortFields, `Must be one of ${linkSortFields.join(", ")}`).optional(),
  order: z.enum(["asc", "desc"], "Must be asc or desc").optional(),
  bots: flag.default(false),
});

export function linkRoutes(app: FastifyInstance, services: LinkServices, requireActor: RequireActor): void {
  const one = async (actor: Actor, row: LinkRow) => (await linkBodies(services, actor, [row], false))[0];

  app.post(
    "/api/urls",
    documented({
      id: "createUrl",
      tagged: true,
      tag: linksTag,
      summary: "Make a short link",
      description:
        "`shortUrl` is a code of one's own, 3 to 50 letters, digits, hyphens and underscores; blank: one is made. In a domain of one's own it has 1 to 190 characters, slashes between them too. `domain` is such a domain: null or blank is the default one, and without it the link is made in the one that is chosen for new links. With `findOrCreate` a link that is there already is answered with 200 instead of 201, and `created` says which.",
      body: describedNewLink,
      example: { name: "Docs", originalUrl: "https://example.com/docs", shortUrl: "", groupId: null },
      answer: { status: 201, is: linkAnswers.CreatedLinkAnswer, orStatus: 200 },
      failures: [400, 404, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const input = parseInput(newLinkInput, request.body);
      const made = await createLink(services, actor, input);
      const [url] = await madeLinkBodies(services, actor, [made]);
      const { created } = made;
      reply.header("etag", etagOf(made.link.revision));
      const message = created ? "URL created successfully!" : "This URL has a short link already";
      const said = input.findOrCreate === true && { created };
      return reply.code(created ? 201 : 200).send({ success: true, message, url, data: url, ...said });
    },
  );

  batchRoute(app, services, requireActor);

  app.get(
    "/api/urls",
    documented({
      id: "listUrls",
      tag: linksTag,
      summary: "List links",
      description:
        "`search` is part of the name, the code, the original URL, the note, a tag or the domain, without case and accents. `domain` leaves the links of one domain; blank: of the default one. `isActive=true` leaves those that are switched on, have not expired and are not used up, `false` the others. `tags` are names, separated by commas, of which a link has `any`, `all` or `none`. Archived links are left out unless `archived` is `only` or `include`. `createdFrom` and `createdTo` are dates in `tz`, the last day included, or moments. `clicksMin` and `clicksMax` count people of all time, with `bots=true` bots too.",
      query: listQuery,
      answer: { status: 200, is: linkAnswers.LinksAnswer },
      failures: [],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { page, limit, after, bots, sort, order, ...query } = parseInput(listQuery, request.query);
      const filter = linkFilterOf(query, bots);
      const asked = { page, limit, after };
      const by = linkSort(sort, order);
      const start = startOf(asked, (cursor) => fromLinkCursor(cursor, by.field));
      const list = linkList(services, actor, filter);
      const [listed, total] = await Promise.all([
        list.page({ sort: by, start, limit: limit + 1, bots }),
        after === undefined ? list.count() : null,
      ]);
      const links = shownOf(listed, limit).map(({ link }) => link);
      const data = await linkBodies(services, actor, links, bots);
      const cursorOf = ({ position }: ListedLink) => toLinkCursor(position);
      return { success: true, data, pagination: pageOf(asked, listed, total, cursorOf) };
    },
  );

  app.put(
    "/api/urls/:id",
    documented({
      id: "updateUrl",
      tagged: true,
      tag: linksTag,
      summary: "Edit a link",
      description:
        "At least one field. A blank or missing `shortUrl` keeps the code. What else is missing stays too; a null or blank `domain` is the default one; null clears the group, tags, note, external id and options. Rules and arms that come with their numbers are the ones that the link has, the others are new.",
      body: describedEdit,
      example: { name: "Manual" },
      conditional: true,
      answer: { status: 200, is: linkAnswers.LinkAnswer },
      failures: [400, 403, 404, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Link");
      const edited = await editLink(services, actor, id, parseInput(editInput, request.body));
      const url = await one(actor, edited);
      reply.header("etag", etagOf(edited.revision));
      return { success: true, message: "URL updated successfully!", url, data: url };
    },
  );

  linkAtRoute(app, services, requireActor);
}
