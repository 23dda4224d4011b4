import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Actor, RequireActor } from "../calls/actor.ts";
import { flag, idOf, paging, pagination, parseInput, queryText, text } from "../calls/parse.ts";
import { rangeOf, rangeParameters } from "../counts/rangeQuery.ts";
import { linkBodies, linkSummaries } from "../links/linkBody.ts";
import { newestOfGroups } from "../links/queries.ts";
import { clicksPerGroupIfAvailable } from "./clicks.ts";
import { createGroup, deleteGroup, renameGroup } from "./commands.ts";
import type { GroupRow } from "./groupRow.ts";
import { countGroups, getGroup, linksPerGroup, listGroups } from "./queries.ts";
import type { GroupServices } from "./services.ts";
import { groupStats } from "./stats.ts";

export const groupBody = z.object({ name: text });
export const groupListQuery = z.object({ ...paging, search: queryText.optional(), bots: flag.default(false) });
export const groupStatsQuery = z.object({ ...rangeParameters, ...paging, bots: flag.default(false) });

/** How many of its newest links a group shows. */
const recentLinks = 3;

export function groupRoutes(app: FastifyInstance, services: GroupServices, requireActor: RequireActor): void {
  const one = async (actor: Actor, group: GroupRow) => (await groupBodies(services, actor, [group], false))[0];

  app.post("/api/groups", async (request, reply) => {
    const actor = await requireActor(request);
    const { name } = parseInput(groupBody, request.body);
    const group = await one(actor, await createGroup(services, actor, name));
    return reply.code(201).send({ success: true, message: "Group created successfully!", group, data: group });
  });

  app.get("/api/groups", async (request) => {
    const actor = await requireActor(request);
    const { page, limit, search, bots } = parseInput(groupListQuery, request.query);
    const [groups, total] = await Promise.all([
      listGroups(services, actor, search, { limit, offset: (page - 1) * limit }),
      countGroups(services, actor, search),
    ]);
    const data = await groupBodies(services, actor, groups, bots);
    return { success: true, data, pagination: pagination(page, limit, total) };
  });

  app.get("/api/groups/:id", async (request) => {
    const actor = await requireActor(request);
    const group = await one(actor, await getGroup(services, actor, idOf(request.params, "Group")));
    return { success: true, group, data: group };
  });

  app.get("/api/groups/:id/stats", async (request) => {
    const actor = await requireActor(request);
    const group = await getGroup(services, actor, idOf(request.params, "Group"));
    const query = parseInput(groupStatsQuery, request.query);
    const { page, limit, bots } = query;
    const range = rangeOf(query);
    const { links, ...figures } = await groupStats(services, actor, group, {
      range,
      bots,
      limit,
      offset: (page - 1) * limit,
    });
    const urls = await linkBodies(services, actor, links, bots);
    return { success: true, data: { ...figures, urls }, pagination: pagination(page, limit, figures.totalUrls) };
  });

  app.put("/api/groups/:id", async (request) => {
    const actor = await requireActor(request);
    const { name } = parseInput(groupBody, request.body);
    const group = await one(actor, await renameGroup(services, actor, idOf(request.params, "Group"), name));
    return { success: true, message: "Group updated successfully!", group, data: group };
  });

  app.delete("/api/groups/:id", async (request) => {
    const actor = await requireActor(request);
    await deleteGroup(services, actor, idOf(request.params, "Group"));
    return { success: true, message: "Group deleted successfully!" };
  });
}

/** Groups as REST shows them. `totalClicks` is null while ClickHouse can't be asked. */
async function groupBodies(services: GroupServices, actor: Actor, groups: readonly GroupRow[], bots: boolean) {
  const ids = groups.map(({ id }) => id);
  const [counts, clicks, newest] = await Promise.all([
    linksPerGroup(services, actor, ids),
    clicksPerGroupIfAvailable(services, actor, ids),
    newestOfGroups(services, actor, ids, recentLinks),
  ]);
  const shown = [...newest.values()].flat();
  const summaries = await linkSummaries(services, actor, shown, bots);
  const summaryOf = new Map(summaries.map((summary) => [summary._id, summary]));
  return groups.map(({ id, name, createdAt }) => {
    const total = clicks && (clicks.get(id) ?? { people: 0, all: 0 });
    return {
      _id: id,
      name,
      createdAt: createdAt.toISOString(),
      urlCount: counts.get(id) ?? 0,
      totalClicks: total && (bots ? total.all : total.people),
      recentUrls: (newest.get(id) ?? []).flatMap((link) => summaryOf.get(link.id) ?? []),
    };
  });
}
