import { tagColours } from "@hoplog/schema/tags/tags.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Actor, RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, optionalText, parseInput, queryText, text } from "../../kernel/calls/parse.ts";
import { tagAnswers, tagsTag } from "./answers.ts";
import { changeTag, createTag, deleteTag } from "./commands.ts";
import { linksPerTag, listTags, type Tag, tagSettings } from "./queries.ts";
import type { TagServices } from "./services.ts";

const colour = z.enum(tagColours, `Must be one of ${tagColours.join(", ")}`).nullish();
export const newTagBody = z.object({ name: text, colour });
export const tagChangesBody = z.object({ name: optionalText, colour });
export const tagListQuery = z.object({ search: queryText.optional() });

export function tagRoutes(app: FastifyInstance, services: TagServices, requireActor: RequireActor): void {
  app.get(
    "/api/tags",
    documented({
      id: "listTags",
      tag: tagsTag,
      summary: "List all tags, by name",
      description: "`search` is part of the name, without case and accents.",
      query: tagListQuery,
      answer: { status: 200, is: tagAnswers.TagsAnswer },
      failures: [],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { search } = parseInput(tagListQuery, request.query);
      return { success: true, data: await bodies(services, actor, await listTags(services, actor, search)) };
    },
  );

  app.post(
    "/api/tags",
    documented({
      id: "createTag",
      tag: tagsTag,
      summary: "Make a tag",
      description:
        "A name without commas that no other tag of the workspace has, whatever its case. Without a colour it gets one that follows from the name. Links can also be given names of tags that aren't there yet.",
      body: newTagBody,
      example: { name: "Press", colour: "blue" },
      answer: { status: 201, is: tagAnswers.TagAnswer },
      failures: [400, 409],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const tag = await createTag(services, actor, parseInput(newTagBody, request.body));
      const [data] = await bodies(services, actor, [tag]);
      return reply.code(201).send({ success: true, message: "Tag created successfully!", data });
    },
  );

  app.patch(
    "/api/tags/:id",
    documented({
      id: "updateTag",
      tag: tagsTag,
      summary: "Rename a tag, or give it another colour",
      description: "At least one of the two. Its links keep it.",
      conditional: true,
      body: tagChangesBody,
      example: { colour: "green" },
      answer: { status: 200, is: tagAnswers.TagAnswer },
      failures: [400, 404, 409],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Tag");
      const tag = await changeTag(services, actor, id, parseInput(tagChangesBody, request.body));
      const [data] = await bodies(services, actor, [tag]);
      return { success: true, message: "Tag updated successfully!", data };
    },
  );

  app.delete(
    "/api/tags/:id",
    documented({
      id: "deleteTag",
      tag: tagsTag,
      summary: "Delete a tag; its links stay, without it",
      description: "Can't be undone.",
      conditional: true,
      answer: done,
      failures: [400, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      await deleteTag(services, actor, idOf(request.params, "Tag"));
      return { success: true, message: "Tag deleted successfully!" };
    },
  );
}

async function bodies(services: TagServices, actor: Actor, tags: readonly Tag[]) {
  const counts = await linksPerTag(
    services,
    actor,
    tags.map(({ id }) => id),
  );
  return tags.map(({ id, name, colour, createdAt }) => ({
    _id: id,
    name,
    colour,
    urlCount: counts.get(id) ?? 0,
    createdAt: createdAt.toISOString(),
    etag: etagOfSettings(tagSettings({ name, colour })),
  }));
}
