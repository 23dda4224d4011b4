import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { replyNotFound } from "../../kernel/calls/errorBody.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput } from "../../kernel/calls/parse.ts";
import { readRows } from "../../kernel/database/reads.ts";
import { destinationAnswers, destinationsTag as tag } from "./answers.ts";
import { checksSettings, type DestinationChecks, readChecks, setChecks } from "./checks.ts";
import { imagesPath } from "./imageAddresses.ts";
import type { DestinationServices } from "./services.ts";

const checksBody = z.object({ isOn: z.boolean() });
const imageParams = z.object({ token: z.string() });

export function destinationRoutes(
  app: FastifyInstance,
  services: DestinationServices,
  requireActor: RequireActor,
): void {
  app.get(
    "/api/destinations/checks",
    documented({
      id: "getDestinationChecks",
      tag,
      summary: "Whether destinations of the workspace's links are checked",
      description: "With how many there are, and how many of them are dead.",
      answer: { status: 200, is: destinationAnswers.DestinationChecksAnswer },
      failures: [403],
    }),
    async (request) => ({ success: true, data: bodyOf(await readChecks(services, await requireActor(request))) }),
  );

  app.put(
    "/api/destinations/checks",
    documented({
      id: "setDestinationChecks",
      tag,
      summary: "Switch the checks of destinations on or off",
      description: "Off, all that was found is removed at once, and no destination of the workspace is asked any more.",
      conditional: true,
      body: checksBody,
      example: { isOn: false },
      answer: { status: 200, is: destinationAnswers.DestinationChecksAnswer },
      failures: [400, 403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const { isOn } = parseInput(checksBody, request.body);
      return { success: true, data: bodyOf(await setChecks(services, actor, isOn)) };
    },
  );

  // For an <img>: who was told the address may have it. It is somebody else's file, and nothing else than an image is made of it.
  app.get(
    `${imagesPath}/:token`,
    documented({
      id: "getDestinationImage",
      tag,
      summary: "An icon or a picture of a destination",
      description: "At the addresses that links have in `destination`: each is good until the end of the next day.",
      open: true,
      answer: "image",
      failures: [404],
    }),
    async (request, reply) => {
      const { token } = parseInput(imageParams, request.params);
      const id = services.imageOf(token);
      const [image] = id === null ? [] : await imageWithId(services, id);
      if (!image) return replyNotFound(reply);
      return reply
        .headers({
          "cache-control": "private, max-age=86400, immutable",
          "content-security-policy": "default-src 'none'; sandbox",
          "content-disposition": "inline",
          "content-type": image.type,
          "x-content-type-options": "nosniff",
        })
        .send(image.content);
    },
  );
}

function bodyOf(checks: DestinationChecks) {
  return { ...checks, etag: etagOfSettings(checksSettings(checks)) };
}

function imageWithId({ reads }: Pick<DestinationServices, "reads">, id: string) {
  return readRows<{ type: string; content: Buffer }>(
    reads,
    "SELECT type, content FROM destination_image WHERE id = ? AND type IS NOT NULL",
    [id],
  );
}
