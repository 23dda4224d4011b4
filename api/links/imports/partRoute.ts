import { importLimits } from "@hoplog/schema/imports/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { answer, message } from "../../kernel/contract/answerPieces.ts";
import { type Answers, documented } from "../../kernel/calls/operation.ts";
import { idOf, parseInput } from "../../kernel/contract/parse.ts";
import { importsTag as tag } from "./operations.ts";
import { addPart } from "./commands.ts";
import { getImport } from "./queries.ts";
import type { ImportServices } from "./services.ts";

const notAPart = "Must be a whole number of at least 1";
const query = z.object({ part: z.coerce.number(notAPart).int(notAPart).min(1, notAPart).max(1_000_000, notAPart) });
const octets = "application/octet-stream";

/** Responses of the upload call. */
export const importPartAnswers = { ImportPartAnswer: answer({ message }) } satisfies Answers;

/**
 * Registers the upload of a file in parts: an interrupted call loses only one part, and no call takes unusually long.
 */
export function partRoute(app: FastifyInstance, services: ImportServices, requireActor: RequireActor): void {
  app.register(async (files) => {
    files.addContentTypeParser(octets, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    files.put(
      "/api/imports/:id/file",
      {
        ...documented({
          id: "sendImportPart",
          tag,
          summary: "Upload a part of the file",
          description: `The body is the part as ${octets}, at most ${importLimits.partBytes} bytes. Parts are numbered from 1; a file can have at most ${importLimits.partsMax} parts. The file can be CSV with a heading, JSON Lines, or one JSON document of at most ${importLimits.documentBytes} bytes, encoded as UTF-8, UTF-16 or Windows-1252; some sources also support HTML, XML and SQL dumps. A part may be sent again.`,
          needs: ["groups:write", "links:write", "tags:write"],
          query,
          octets: true,
          answer: { status: 200, is: importPartAnswers.ImportPartAnswer },
          failures: [400, 403, 404, 409],
        }),
        bodyLimit: importLimits.partBytes,
        // Authenticates before reading the body, which may be larger than those of other calls.
        onRequest: async (request) => void (await requireActor(request)),
      },
      async (request) => {
        const actor = await requireActor(request);
        const { id } = await getImport(services, actor, idOf(request.params, "Import"), "links:write");
        const { part } = parseInput(query, request.query);
        const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await addPart(services, actor, id, { number: part, content });
        return { success: true, message: "Part received" };
      },
    );
  });
}
