import { limits } from "@hoplog/schema/limits.js";
import { recordId } from "../../kernel/contract/answerPieces.ts";
import { text } from "../../kernel/contract/parse.ts";
import { confirmation, many, one } from "../../kernel/contract/answers.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { sharesTag } from "./answers.ts";
import { changeShare, createShare, deleteShare, renewShare } from "./commands.ts";
import { newShare, share, shareChanges, shareWithUrl } from "./entities.ts";
import { getShare, listShares } from "./queries.ts";
import type { ShareServices } from "./services.ts";

const oneShare = one(share);
const creating = {
  summary: "Create a shared page",
  description: `Publishes click figures of the workspace, a group or a link at a secret URL, which is returned only once. A workspace has at most ${limits.sharesPerWorkspace} shared pages.`,
  answer: shareWithUrl,
};

const { query, mutation, restOnly, graphqlMutation } = operationsOn<ShareServices>(sharesTag, "Share");

/** The owner's operations on shared pages. */
export const shareFaces = facesOf([
  query({
    name: "shares",
    id: "listShares",
    rest: "GET /api/shares",
    summary: "List shared pages",
    description: "Returns all shared pages, newest first, without their URLs: only hashes of the URLs are stored.",
    needs: ["shares:read"],
    mayNeed: { "links:read": "to return link names", "groups:read": "to return group names" },
    takes: {},
    answer: many(share),
    weight: { length: limits.sharesPerWorkspace / 2 },
    failures: [403],
    run: listShares,
  }),
  restOnly({
    ...creating,
    id: "createShare",
    rest: "POST /api/shares",
    creates: true,
    needs: ["shares:write"],
    mayNeed: { "links:read": "to return link names", "groups:read": "to return group names" },
    takes: { input: newShare.extend({ name: text.describe("Title of the page") }) },
    example: { name: "Spring campaign", target: "workspace", figures: ["clicks", "chart"], dimensions: ["country"] },
    message: "Page shared",
    failures: [400, 403, 404],
    run: (services, actor, { input }) => createShare(services, actor, input),
  }),
  // The name is nullable, because in GraphQL the command reports a missing one.
  graphqlMutation({
    ...creating,
    name: "createShare",
    needs: ["shares:write"],
    mayNeed: { "links:read": "to return link names", "groups:read": "to return group names" },
    takes: { input: newShare },
    weight: { cost: 20 },
    run: (services, actor, { input }) => createShare(services, actor, input),
  }),
  restOnly({
    id: "getShare",
    rest: "GET /api/shares/:id",
    summary: "Get a shared page",
    description: "Returns the page's settings without its URL: only a hash of the URL is stored.",
    needs: ["shares:read"],
    mayNeed: { "links:read": "to return link names", "groups:read": "to return group names" },
    takes: { id: recordId },
    answer: oneShare,
    message: "Found",
    failures: [403, 404],
    run: (services, actor, { id }) => getShare(services, actor, id),
  }),
  mutation({
    name: "updateShare",
    rest: "PATCH /api/shares/:id",
    summary: "Change a shared page",
    description:
      "Omitted fields keep their value. Null clears `from`, `expiresAt` and `password`; null in other fields keeps their value. Changes take effect immediately. If the password changes, all readers must enter the new one.",
    needs: ["shares:write"],
    mayNeed: { "links:read": "to return link names", "groups:read": "to return group names" },
    takes: { id: recordId, input: shareChanges },
    conditional: true,
    example: { expiresAt: "2099-01-01T00:00:00Z", password: null },
    answer: oneShare,
    weight: { cost: 20 },
    message: "Page updated",
    failures: [400, 403, 404],
    run: (services, actor, { id, input }) => changeShare(services, actor, id, input),
  }),
  mutation({
    name: "renewShare",
    rest: "POST /api/shares/:id/renew",
    summary: "Replace the URL of a shared page",
    description: "Returns a new secret URL; the previous URL stops working immediately.",
    needs: ["shares:write"],
    mayNeed: { "links:read": "to return link names", "groups:read": "to return group names" },
    takes: { id: recordId },
    answer: shareWithUrl,
    message: "The page has a new URL.",
    failures: [400, 403, 404],
    run: (services, actor, { id }) => renewShare(services, actor, id),
  }),
  mutation({
    name: "deleteShare",
    rest: "DELETE /api/shares/:id",
    summary: "Revoke a shared page",
    description: "Closes the page immediately, also for current readers. This cannot be undone.",
    needs: ["shares:write"],
    mayNeed: { "links:read": "to return link names", "groups:read": "to return group names" },
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Page revoked",
    failures: [400, 403, 404],
    run: (services, actor, { id }) => deleteShare(services, actor, id),
  }),
]);
