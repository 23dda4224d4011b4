import { z } from "zod";
import { message, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOf } from "../../kernel/calls/etag.ts";
import { dateOrMoment } from "../../kernel/contract/values.ts";
import { optionalId, versionMax, within } from "../../kernel/contract/parse.ts";
import { confirmation, data, graphqlData, many, one } from "../../kernel/contract/answers.ts";
import { operationsOn } from "../../kernel/contract/operations.ts";
import { deleteLink, deleteLinks, setLinkActive, updateLinks } from "./commands.ts";
import { editLink, revertLink } from "./edit.ts";
import { historyEntry, link, linkFields, linksTag } from "./entities.ts";
import { pastLink } from "./pastLink.ts";
import { linkHistory } from "./history.ts";
import { linkAt } from "./linkAt.ts";
import { editInput, tagNames } from "./linkInput.ts";
import type { LinkRow } from "./linkRow.ts";
import { getLink } from "./queries.ts";
import type { LinkServices } from "./services.ts";

const oneLink = one(link, { message: message.optional(), also: "url" });
const changedLink = one(link, {
  name: "ChangedLinkAnswer",
  message: message.optional(),
  also: "url",
  alsoDeprecatedSince: "2026-11-30",
});

const changedLinks = many(link, "ChangedLinksAnswer", message);

const etagOfLink = ({ revision }: LinkRow) => etagOf(revision);
const ids = z.array(z.uuid("Must be a UUID"), "Must be a list of IDs");
const yesOrNo = z.boolean("Must be true or false");

const pastText = {
  summary: "Get a link at a past time",
  description:
    "Includes the differences from the current link. A date without a time means the start of that day in UTC.",
};
const onePastLink = one(pastLink, { message: null });

const { query, mutation, restOnly, graphqlQuery, graphqlMutation } = operationsOn<LinkServices>(linksTag, "Link");

/** The operations on links, except creation and lists. */
export const linkOperations = [
  query({
    name: "link",
    id: "getUrl",
    rest: "GET /api/urls/:id",
    summary: "Get a link",
    description: "Includes the current code, destination, group, options and number of clicks.",
    needs: ["links:read"],
    takes: { id: recordId },
    answer: oneLink,
    etagOf: etagOfLink,
    failures: [404],
    run: (services, actor, { id }) => getLink(services, actor, id),
  }),
  mutation({
    name: "updateLink",
    id: "updateUrl",
    rest: "PUT /api/urls/:id",
    summary: "Edit a link",
    description:
      "Requires at least one field. Rules and arms with a number replace existing ones of the link; rules and arms without a number are new.",
    needs: ["links:write"],
    mayNeed: { "tags:write": "if the call creates a tag" },
    takes: { id: recordId, input: editInput },
    conditional: true,
    example: { name: "Manual" },
    answer: changedLink,
    etagOf: etagOfLink,
    message: "URL updated successfully!",
    failures: [400, 403, 404, 409],
    run: (services, actor, { id, input }) => editLink(services, actor, id, input),
  }),
  graphqlQuery({
    ...pastText,
    name: "linkAt",
    needs: ["links:read"],
    takes: { id: recordId, at: dateOrMoment },
    answer: onePastLink,
    weight: { cost: 50 },
    run: (services, actor, { id, at }) => linkAt(services, actor, id, at, "at"),
  }),
  restOnly({
    ...pastText,
    id: "getUrlAt",
    rest: "GET /api/urls/:id/at",
    needs: ["links:read"],
    takes: { id: recordId, time: dateOrMoment },
    answer: onePastLink,
    failures: [404],
    run: (services, actor, { id, time }) => linkAt(services, actor, id, time, "time"),
  }),
  mutation({
    name: "bulkUpdateLinks",
    id: "updateUrls",
    rest: "PUT /api/urls/bulk",
    summary: "Change up to 100 links at once",
    description:
      "Changes all of the links or none. A null group removes the links from their groups; if the group is omitted, they stay in their groups. Banned links cannot be activated.",
    needs: ["links:write"],
    mayNeed: { "tags:write": "if the call creates a tag" },
    takes: {
      ids,
      isActive: yesOrNo.optional(),
      groupId: optionalId,
      addTags: tagNames.nullish().describe("Names of tags to add; unknown tags are created"),
      removeTags: tagNames.nullish().describe("Names of tags to remove"),
      isArchived: yesOrNo.nullish(),
      isFavourite: yesOrNo.nullish().describe("Whether the links are favourites of the caller"),
    },
    restNames: { ids: "urlIds" },
    example: { urlIds: ["01900000-0000-7000-8000-000000000001"], isActive: false },
    answer: changedLinks,
    message: "URLs updated",
    failures: [400, 403, 404],
    run: (services, actor, { ids: linkIds, isActive, groupId, addTags, removeTags, isArchived, isFavourite }) =>
      updateLinks(services, actor, linkIds, {
        isActive,
        groupId,
        addTags: addTags ?? undefined,
        removeTags: removeTags ?? undefined,
        isArchived: isArchived ?? undefined,
        isFavourite: isFavourite ?? undefined,
      }),
  }),
  graphqlMutation({
    name: "bulkDeleteLinks",
    summary: "Delete up to 100 links at once",
    description: "Deletes all of the links or none, with their clicks, and returns their IDs. This cannot be undone.",
    needs: ["links:write"],
    takes: { ids },
    answer: graphqlData(z.array(recordId)),
    async run(services, actor, { ids: linkIds }) {
      await deleteLinks(services, actor, linkIds);
      return linkIds;
    },
  }),
  mutation({
    name: "deleteLink",
    id: "deleteUrl",
    rest: "DELETE /api/urls/:id",
    summary: "Delete a link and its clicks",
    description: "This cannot be undone. The code remains reserved for the workspace.",
    needs: ["links:write"],
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "URL permanently deleted!",
    failures: [400, 403, 404],
    run: (services, actor, { id }) => deleteLink(services, actor, id),
  }),
  restOnly({
    id: "toggleUrl",
    rest: "PATCH /api/urls/:id/toggle-status",
    summary: "Toggle whether a link is active",
    description: "Activates an inactive link and deactivates an active one.",
    needs: ["links:write"],
    takes: { id: recordId },
    conditional: true,
    answer: changedLink,
    etagOf: etagOfLink,
    message: ({ isActive }) => (isActive ? "URL activated successfully!" : "URL deactivated successfully!"),
    failures: [400, 403, 404],
    run: (services, actor, { id }) => setLinkActive(services, actor, id, null),
  }),
  graphqlMutation({
    name: "setLinkActive",
    summary: "Activate or deactivate a link",
    description: "Has no effect if the link already has that state.",
    needs: ["links:write"],
    takes: { id: recordId, active: z.boolean() },
    conditional: true,
    answer: changedLink,
    run: (services, actor, { id, active }) => setLinkActive(services, actor, id, active),
  }),
  restOnly({
    id: "getUrlHistory",
    rest: "GET /api/urls/:id/history",
    summary: "List the edits of a link, oldest first",
    description:
      "Returns at most the latest 1,000 changes, each with its time and author. Reverting an edit requires its `version`.",
    needs: ["links:read"],
    takes: { id: recordId },
    answer: data("HistoryAnswer", z.array(historyEntry).describe("Edits of the link, oldest first")),
    failures: [404],
    run: (services, actor, { id }) => linkHistory(services, actor, id),
  }),
  mutation({
    name: "revertLink",
    id: "revertUrl",
    rest: "POST /api/urls/:id/revert",
    summary: "Revert one edit of a link",
    description:
      "Restores the previous values of the fields that the edit changed; later edits of other fields remain. A revert is recorded as an edit.",
    needs: ["links:write"],
    takes: {
      id: recordId,
      version: z.int("Must be a whole number").min(1, "Must be at least 1").meta(within(1, versionMax)),
    },
    conditional: true,
    example: { version: 2 },
    answer: changedLink,
    etagOf: etagOfLink,
    message: "URL updated successfully!",
    failures: [400, 403, 404, 409],
    run: (services, actor, { id, version }) => revertLink(services, actor, id, version),
  }),
  { resolvers: [linkFields] },
];
