import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Actor, RequireActor } from "../calls/actor.ts";
import { flag, idOf, optionalId, optionalText, paging, pagination, parseInput, queryText } from "../calls/parse.ts";
import { createLink, deleteLink, editLink, revertLink, setLinkActive, updateLinks } from "./commands.ts";
import { linkHistory } from "./history.ts";
import { linkBodies } from "./linkBody.ts";
import type { LinkRow } from "./linkRow.ts";
import { countLinks, getLink, listLinks } from "./queries.ts";
import type { LinkServices } from "./services.ts";
import { linkSort, linkSortFields } from "./sort.ts";

export const linkBody = z.object({
  name: optionalText,
  originalUrl: optionalText,
  shortUrl: optionalText,
  groupId: optionalId,
});

export const bulkBody = z.object({
  urlIds: z.array(z.uuid("Not a valid id"), "Must be a list of ids"),
  isActive: z.boolean("Must be true or false").optional(),
  groupId: optionalId,
});

export const revertBody = z.object({ version: z.int("Must be a whole number").min(1, "Must be at least 1") });

export const listQuery = z.object({
  ...paging,
  search: queryText.optional(),
  groupId: z.uuid("Not a valid id").optional(),
  isActive: flag.optional(),
  sort: z.enum(linkSortFields, "Must be name, created or clicks").optional(),
  order: z.enum(["asc", "desc"], "Must be asc or desc").optional(),
  bots: flag.default(false),
});

export function linkRoutes(app: FastifyInstance, services: LinkServices, requireActor: RequireActor): void {
  const one = async (actor: Actor, row: LinkRow) => (await linkBodies(services, actor, [row], false))[0];

  app.post("/api/urls", async (request, reply) => {
    const actor = await requireActor(request);
    const url = await one(actor, await createLink(services, actor, parseInput(linkBody, request.body)));
    return reply.code(201).send({ success: true, message: "URL created successfully!", url, data: url });
  });

  app.get("/api/urls", async (request) => {
    const actor = await requireActor(request);
    const { page, limit, bots, sort, order, ...filter } = parseInput(listQuery, request.query);
    const start = { offset: (page - 1) * limit };
    const [listed, total] = await Promise.all([
      listLinks(services, actor, { filter, sort: linkSort(sort, order), start, limit, bots }),
      countLinks(services, actor, filter),
    ]);
    const links = listed.map(({ link }) => link);
    const data = await linkBodies(services, actor, links, bots);
    return { success: true, data, pagination: pagination(page, limit, total) };
  });

  app.put("/api/urls/bulk", async (request) => {
    const actor = await requireActor(request);
    const { urlIds, isActive, groupId } = parseInput(bulkBody, request.body);
    const changes = { isActive, groupId: groupId === "" ? null : groupId };
    const data = await linkBodies(services, actor, await updateLinks(services, actor, urlIds, changes), false);
    return { success: true, message: "URLs updated successfully!", data };
  });

  app.get("/api/urls/:id", async (request) => {
    const actor = await requireActor(request);
    const url = await one(actor, await getLink(services, actor, idOf(request.params, "Link")));
    return { success: true, url, data: url };
  });

  app.put("/api/urls/:id", async (request) => {
    const actor = await requireActor(request);
    const id = idOf(request.params, "Link");
    const url = await one(actor, await editLink(services, actor, id, parseInput(linkBody, request.body)));
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
    const url = await one(actor, row);
    const message = row.isActive ? "URL activated successfully!" : "URL deactivated successfully!";
    return { success: true, message, url, data: url };
  });

  app.get("/api/urls/:id/history", async (request) => {
    const actor = await requireActor(request);
    const entries = await linkHistory(services, actor, idOf(request.params, "Link"));
    return { success: true, data: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })) };
  });

  app.post("/api/urls/:id/revert", async (request) => {
    const actor = await requireActor(request);
    const id = idOf(request.params, "Link");
    const { version } = parseInput(revertBody, request.body);
    const url = await one(actor, await revertLink(services, actor, id, version));
    return { success: true, message: "URL updated successfully!", url, data: url };
  });
}
