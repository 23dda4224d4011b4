import { shareDimensions, shareFigures, shareTargets } from "@hoplog/schema/shares/share.js";
import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, oneOf, optionalId, optionalText, parseInput, required, text } from "../../kernel/calls/parse.ts";
import { shareAnswers, sharesTag } from "./answers.ts";
import { changeShare, createShare, renewShare, deleteShare } from "./commands.ts";
import { getShare, listShares, type Share, shareSettings } from "./queries.ts";
import type { ShareServices } from "./services.ts";
import { visitRoutes } from "./visitRest.ts";

const moment = z.iso
  .datetime({ offset: true, error: "Must be a date and time in ISO 8601" })
  .transform((value) => new Date(value))
  .nullish();
const names = (known: readonly string[]) =>
  z
    .array(oneOf(known))
    .max(known.length * 2)
    .optional();

const changeable = {
  figures: names(shareFigures),
  dimensions: names(shareDimensions),
  timeZone: optionalText,
  from: moment,
  expiresAt: moment,
  password: optionalText.describe("Null or empty: none"),
  origins: z
    .array(text)
    .max(limits.shareOrigins * 2)
    .optional(),
};

export const newShareBody = z.object({
  name: text,
  target: required(oneOf(shareTargets)),
  targetId: optionalId.describe("Of the group or the link"),
  ...changeable,
});
export const shareBody = z.object({ name: optionalText, ...changeable });

export function shareRoutes(app: FastifyInstance, services: ShareServices, requireActor: RequireActor): void {
  visitRoutes(app, services);

  app.get(
    "/api/shares",
    documented({
      id: "listShares",
      tag: sharesTag,
      summary: "List shared pages, the newest first",
      description: "Their addresses are kept as hashes and can't be shown again.",
      answer: { status: 200, is: shareAnswers.SharesAnswer },
      failures: [403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      return { success: true, data: (await listShares(services, actor)).map(bodyOf) };
    },
  );

  app.post(
    "/api/shares",
    documented({
      id: "createShare",
      tag: sharesTag,
      summary: "Share a page",
      description: `Of the account, a group or a link, at a secret address that is shown this once. At most ${limits.sharesPerWorkspace}.`,
      body: newShareBody,
      example: { name: "Spring campaign", target: "workspace", figures: ["clicks", "chart"], dimensions: ["country"] },
      answer: { status: 201, is: shareAnswers.AddressedShareAnswer },
      failures: [400, 403, 404],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const { share, url } = await createShare(services, actor, parseInput(newShareBody, request.body));
      return reply.code(201).send({ success: true, message: "Page shared!", data: { ...bodyOf(share), url } });
    },
  );

  app.get(
    "/api/shares/:id",
    documented({
      id: "getShare",
      tag: sharesTag,
      summary: "One shared page",
      description: "Without its address.",
      answer: { status: 200, is: shareAnswers.ShareAnswer },
      failures: [403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const share = await getShare(services, actor, idOf(request.params, "Share"));
      return { success: true, message: "Found", data: bodyOf(share) };
    },
  );

  app.patch(
    "/api/shares/:id",
    documented({
      id: "updateShare",
      tag: sharesTag,
      conditional: true,
      summary: "Change a shared page",
      description:
        "What is missing stays, null clears. Takes effect at once; who has given a former password gives the new one.",
      body: shareBody,
      example: { expiresAt: "2099-01-01T00:00:00Z", password: null },
      answer: { status: 200, is: shareAnswers.ShareAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Share");
      const share = await changeShare(services, actor, id, parseInput(shareBody, request.body));
      return { success: true, message: "Page updated!", data: bodyOf(share) };
    },
  );

  app.post(
    "/api/shares/:id/renew",
    documented({
      id: "renewShare",
      tag: sharesTag,
      summary: "Give a shared page another address",
      description: "The one before leads nowhere any more.",
      answer: { status: 200, is: shareAnswers.AddressedShareAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { share, url } = await renewShare(services, actor, idOf(request.params, "Share"));
      return { success: true, message: "The page has a new address.", data: { ...bodyOf(share), url } };
    },
  );

  app.delete(
    "/api/shares/:id",
    documented({
      id: "deleteShare",
      tag: sharesTag,
      conditional: true,
      summary: "Revoke a shared page",
      description: "At once, for everybody who looks at it just now too.",
      answer: done,
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      await deleteShare(services, actor, idOf(request.params, "Share"));
      return { success: true, message: "Page revoked!" };
    },
  );
}

function bodyOf({ id, ownerId: _owner, from, expiresAt, createdAt, updatedAt, revision, ...shown }: Share) {
  return {
    _id: id,
    ...shown,
    from: from?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    etag: etagOfSettings(shareSettings({ revision })),
  };
}
