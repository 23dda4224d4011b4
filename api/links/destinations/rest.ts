import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { replyNotFound } from "../../kernel/calls/shownErrors.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput } from "../../kernel/contract/parse.ts";
import { readRows } from "../../kernel/database/reads.ts";
import { imagesPath } from "./imageAddresses.ts";
import { destinationsTag as tag } from "./operations.ts";
import type { DestinationServices } from "./checks.ts";

const imageParams = z.object({ token: z.string() });

/** Registers the route of destination images. */
export function destinationImageRoutes(app: FastifyInstance, services: DestinationServices): void {
  // Needs no session because an `<img>` sends none: everyone with the signed URL may get the image. It is third-party
  // content, so it is served as an image only.
  app.get(
    `${imagesPath}/:token`,
    documented({
      id: "getDestinationImage",
      tag,
      summary: "Get an image of a destination page",
      description:
        "Returns the icon or picture at a path from the field `destination` of a link. The path works until the end of the next day.",
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

function imageWithId({ reads }: Pick<DestinationServices, "reads">, id: string) {
  return readRows<{ type: string; content: Buffer }>(
    reads,
    sql`SELECT type, content FROM destination_image WHERE id = ${id} AND type IS NOT NULL`,
  );
}
