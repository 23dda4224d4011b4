import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { isAllowed } from "../../kernel/access/authorize.ts";
import type { Actor, RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { pageOf, pageParameters, shownOf, startOf } from "../../kernel/calls/pages.ts";
import { fromCursor, toCursor } from "../../kernel/calls/cursor.ts";
import { flag, idOf, parseInput, queryText, text } from "../../kernel/calls/parse.ts";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import { linkBodies, linkSummaries } from "../core/linkBody.ts";
import type { LinkRow } from "../core/linkRow.ts";
import { newestOfGroups } from "../core/queries.ts";
import { groupAnswers, groupsTag } from "./answers.ts";
import { clicksPerGroupIfAvailable } from "./clicks.ts";
import { createGroup, deleteGroup, renameGroup } from "./commands.ts";
import type { GroupRow } from "./projection.ts";
import { countGroups, getGroup, linksPerGroup, listGroups } from "./queries.ts";
import type { GroupServices } from "./services.ts";
import { groupStats } from "./stats.ts";

export const groupBody = z.object({ name: text });
export const groupListQuery = z.object({ ...pageParameters, search: queryText.optional(), bots: flag.default(false) });
export const groupStatsQuery = z.object({ ...rangeParameters, ...pageParameters, bots: flag.default(false) });

/** How many of its newest links a group shows. */
const recentLinks = 3;

export function groupRoutes(app: FastifyInstance, services: GroupServices, requireActor: RequireActor): void {
  const answered = async (actor: Actor, reply: FastifyReply, group: GroupRow) => {
    reply.header("etag", etagOf(group.revision));
    return (await groupBodies(services, actor, [group], false))[0];
  };

  app.post(
    "/api/groups",
    documented({
      id: "createGroup",
      tagged: true,
      tag: groupsTag,
      summary: "Make a group",
      description: "Names may repeat.",
      body: groupBody,
      example: { name: "Press" },
      answer: { status: 201, is: groupAnswers.GroupAnswer },
      failures: [400],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const { name } = parseInput(groupBody, request.body);
      const group = await answered(actor, reply, await createGroup(services, actor, name));
      return reply.code(201).send({ success: true, message: "Group created successfully!", group, data: group });
    },
  );

  app.get(
    "/api/groups",
    documented({
      id: "listGroups",
      tag: groupsTag,
      summary: "List groups, newest first",
      description: "`search` is part of the name, without case and accents.",
      query: groupListQuery,
      answer: { status: 200, is: groupAnswers.GroupsAnswer },
      failures: [],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { page, limit, after, search, bots } = parseInput(groupListQuery, request.query);
      const asked = { page, limit, after };
      const [groups, total] = await Promise.all([
        listGroups(services, actor, search, { limit: limit + 1, ...startOf(asked, fromCursor) }),
        after === undefined ? countGroups(services, actor, search) : null,
      ]);
      const data = await groupBodies(services, actor, shownOf(groups, limit), bots);
      return { success: true, data, pagination: pageOf(asked, groups, total, cursorOf) };
    },
  );

  app.get(
    "/api/groups/:id",
    documented({
      id: "getGroup",
      tagged: true,
      tag: groupsTag,
      summary: "One group",
      description: "With the number of its links, their clicks and its three newest links.",
      answer: { status: 200, is: groupAnswers.GroupAnswer },
      failures: [404],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Group");
      const group = await answered(actor, reply, await getGroup(services, actor, id));
      return { success: true, group, data: group };
    },
  );

  app.get(
    "/api/groups/:id/stats",
    documented({
      id: "getGroupStats",
      tag: groupsTag,
      summary: "Figures of a group and its links",
      description: "For a range of days in `tz`; the links are paged.",
      query: groupStatsQuery,
      answer: { status: 200, is: groupAnswers.GroupStatsAnswer },
      failures: [404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const group = await getGroup(services, actor, idOf(request.params, "Group"));
      const query = parseInput(groupStatsQuery, request.query);
      const { page, limit, after, bots } = query;
      const asked = { page, limit, after };
      const range = rangeOf(query);
      const { links, ...figures } = await groupStats(services, actor, group, {
        range,
        bots,
        limit: limit + 1,
        start: startOf(asked, fromCursor),
      });
      const urls = await linkBodies(services, actor, shownOf(links, limit), bots);
      const data = { ...figures, urls };
      return { success: true, data, pagination: pageOf(asked, links, figures.totalUrls, cursorOf) };
    },
  );

  app.put(
    "/api/groups/:id",
    documented({
      id: "updateGroup",
      tagged: true,
      tag: groupsTag,
      summary: "Rename a group",
      description: "Its links stay in it.",
      body: groupBody,
      example: { name: "News" },
      conditional: true,
      answer: { status: 200, is: groupAnswers.GroupAnswer },
      failures: [400, 404],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const { name } = parseInput(groupBody, request.body);
      const renamed = await renameGroup(services, actor, idOf(request.params, "Group"), name);
      const group = await answered(actor, reply, renamed);
      return { success: true, message: "Group updated successfully!", group, data: group };
    },
  );

  app.delete(
    "/api/groups/:id",
    documented({
      id: "deleteGroup",
      tag: groupsTag,
      summary: "Delete a group; its links stay, in no group",
      description: "Can't be undone.",
      conditional: true,
      answer: done,
      failures: [400, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      await deleteGroup(services, actor, idOf(request.params, "Group"));
      return { success: true, message: "Group deleted successfully!" };
    },
  );
}

function cursorOf({ createdAt, id }: Pick<GroupRow, "createdAt" | "id">): string {
  return toCursor(createdAt, id);
}

/**
 * Groups as REST shows them. `totalClicks` is null while ClickHouse can't be asked. What an API key lacks the scope for is left
 * out: a group that was made is to be answered, not refused behind its making.
 */
async function groupBodies(services: GroupServices, actor: Actor, groups: readonly GroupRow[], bots: boolean) {
  const ids = groups.map(({ id }) => id);
  const readsLinks = isAllowed(actor, "links:read");
  const [counts, clicks, newest] = await Promise.all([
    linksPerGroup(services, actor, ids),
    isAllowed(actor, "stats:read") ? clicksPerGroupIfAvailable(services, actor, ids) : null,
    readsLinks ? newestOfGroups(services, actor, ids, recentLinks) : new Map<string, LinkRow[]>(),
  ]);
  const shown = [...newest.values()].flat();
  const summaries = readsLinks ? await linkSummaries(services, actor, shown, bots) : [];
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
