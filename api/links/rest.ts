import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { groupsById } from "../groups/queries.ts";
import { flag, idOf, optionalId, optionalText, paging, pagination, parseInput } from "../rest/parse.ts";
import type { RequireActor } from "../rest/server.ts";
import type { Services } from "../services.ts";
import { linkTotalsIfAvailable } from "../stats/linkTotals.ts";
import { createLink, deleteLink, editLink, setLinkActive } from "./commands.ts";
import type { LinkRow } from "./linkRow.ts";
import { getLink, listLinksPage } from "./queries.ts";

const linkBody = z.object({
  name: optionalText,
  originalUrl: optionalText,
  shortUrl: optionalText,
  groupId: optionalId,
});

const listQuery = z.object({
  ...paging,
  search: z.string().optional(),
  groupId: z.uuid("Not a valid id").optional(),
  isActive: flag.optional(),
  bots: flag.default(false),
});

export function linkRoutes(app: FastifyInstance, services: Services, requireActor: RequireActor): void {
  const one = async (row: LinkRow) => (await linkBodies(services, [row], false))[0];

  app.post("/api/urls", async (request, reply) => {
    const actor = await requireActor(request);
    const url = await one(await createLink(services, actor, parseInput(linkBody, request.body)));
    return reply.code(201).send({ success: true, message: "URL created successfully!", url, data: url });
  });

  app.get("/api/urls", async (request) => {
    const { userId } = await requireActor(request);
    const { page, limit, bots, ...filter } = parseInput(listQuery, request.query);
    const { links, total } = await listLinksPage(services, userId, filter, page, limit);
    const data = await linkBodies(services, links, bots);
    return { success: true, data, pagination: pagination(page, limit, total) };
  });

  app.get("/api/urls/:id", async (request) => {
    const { userId } = await requireActor(request);
    const url = await one(await getLink(services, userId, idOf(request.params, "Link")));
    return { success: true, url, data: url };
  });

  app.put("/api/urls/:id", async (request) => {
    const actor = await requireActor(request);
    const id = idOf(request.params, "Link");
    const url = await one(await editLink(services, actor, id, parseInput(linkBody, request.body)));
    return { success: true, message: "URL updated successfully!", url, data: url };
  });

  app.delete("/api/urls/:id", async (request) => {
    const actor = await requireActor(request);
    await deleteLink(services, actor, idOf(request.params, "Link"));
    return { success: true, message: "URL permanently deleted!" };
  });

  app.patch("/api/urls/:id/toggle-status", async (request) => {
    const actor = await requireActor(request);
    const row = await setLinkActive(services, actor, idOf(request.params, "Link"), null);
    const url = await one(row);
    const message = row.isActive ? "URL activated successfully!" : "URL deactivated successfully!";
    return { success: true, message, url, data: url };
  });
}

/** Links as REST shows them. `noOfClicks` is null while ClickHouse can't be asked. */
async function linkBodies(services: Services, links: readonly LinkRow[], bots: boolean) {
  const groupIds = [...new Set(links.flatMap(({ groupId }) => groupId ?? []))];
  const owners = [...new Set(links.map(({ ownerId }) => ownerId))];
  const [groups, totals] = await Promise.all([
    groupIds.length > 0 ? groupsById(services, groupIds) : [],
    linkTotalsIfAvailable(
      services,
      owners,
      links.map(({ id }) => id),
    ),
  ]);
  const names = new Map(groups.map((group) => [group.id, { _id: group.id, name: group.name }]));
  return links.map((link) => {
    const total = totals && (totals.get(link.id) ?? { people: 0, all: 0 });
    return {
      _id: link.id,
      name: link.name,
      originalUrl: link.originalUrl,
      shortUrl: link.code,
      fullShortUrl: `${services.shortUrl}/${link.code}`,
      groupId: link.groupId ? (names.get(link.groupId) ?? null) : null,
      noOfClicks: total && (bots ? total.all : total.people),
      isActive: link.isActive,
      createdAt: link.createdAt.toISOString(),
      updatedAt: link.updatedAt.toISOString(),
    };
  });
}
