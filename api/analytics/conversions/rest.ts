import type { FastifyInstance } from "fastify";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { answer, message } from "../../kernel/calls/answers.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput } from "../../kernel/calls/parse.ts";
import { createConversion } from "./commands.ts";
import { conversion, conversionsTag as tag, created } from "./entities.ts";
import { hopScriptRoute } from "./hopScript.ts";
import { creation, newConversion } from "./operations.ts";
import type { ConversionServices } from "./services.ts";

export const conversionAnswer = answer({ message, data: conversion.answer, created });

/** The route of new conversions, which answers with 200 if the conversion was reported before, and that of the script. */
export function conversionRoutes(app: FastifyInstance, services: ConversionServices, requireActor: RequireActor): void {
  hopScriptRoute(app);

  app.post(
    "/api/conversions",
    documented({
      ...creation,
      id: "createConversion",
      tag,
      body: newConversion,
      example: {
        clickId: "AQGLz-VoAHBwnBwfBwAAAAcBkAAAAABwAIAAAAAAAACqZVPxAA",
        type: "sale",
        eventId: "order-1042",
        amount: 4900,
        currency: "EUR",
      },
      answer: { status: 201, orStatus: 200, is: conversionAnswer },
      failures: [400, 403],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const input = parseInput(newConversion, request.body);
      const result = await createConversion(services, actor, input);
      const [data] = await conversion.toRest(services, actor, [result.conversion]);
      const said = result.created ? "Conversion recorded." : "This conversion was recorded before.";
      return reply
        .code(result.created ? 201 : 200)
        .send({ success: true, message: said, data, created: result.created });
    },
  );
}
