import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { idOf, parseInput, text } from "../rest/parse.ts";
import type { RequireActor } from "../rest/server.ts";
import type { Services } from "../services.ts";
import { createGroup, deleteGroup, renameGroup } from "./commands.ts";
import type { GroupRow } from "./groupRow.ts";
import { getGroup, linksPerGroup, listGroups } from "./queries.ts";

const groupBody = z.object({ name: text });

export function groupRoutes(app: FastifyInstance, services: Services, requireActor: RequireActor): void {
  app.post("/api/groups", async (request, reply) => {
    const actor = await requireActor(request);
    const { name } = parseInput(groupBody, request.body);
    const group = groupOf(await createGroup(services, actor, name), 0);
    return reply.code(201).send({ success: true, message: "Group created successfully!", group, data: group });
  });

  app.get("/api/groups", async (request) => {
    const { userId } = await requireActor(request);
    const groups = await listGroups(services, userId);
    const counts = await linksPerGroup(
      services,
      groups.map(({ id }) => id),
    );
    return { success: true, data: groups.map((group) => groupOf(group, counts.get(group.id) ?? 0)) };
  });

  app.get("/api/groups/:id", async (request) => {
    const { userId } = await requireActor(request);
    const group = await withCount(services, await getGroup(services, userId, idOf(request.params, "Group")));
    return { success: true, group, data: group };
  });

  app.put("/api/groups/:id", async (request) => {
    const actor = await requireActor(request);
    const { name } = parseInput(groupBody, request.body);
    const group = await withCount(services, await renameGroup(services, actor, idOf(request.params, "Group"), name));
    return { success: true, message: "Group updated successfully!", group, data: group };
  });

  app.delete("/api/groups/:id", async (request) => {
    const actor = await requireActor(request);
    await deleteGroup(services, actor, idOf(request.params, "Group"));
    return { success: true, message: "Group deleted successfully!" };
  });
}

async function withCount(services: Services, group: GroupRow) {
  const counts = await linksPerGroup(services, [group.id]);
  return groupOf(group, counts.get(group.id) ?? 0);
}

function groupOf({ id, name, createdAt }: GroupRow, urlCount: number) {
  return { _id: id, name, createdAt: createdAt.toISOString(), urlCount };
}
