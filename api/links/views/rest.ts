import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, optionalText, parseInput, text } from "../../kernel/calls/parse.ts";
import { changeKept, deleteKept, keep, type KeptText, type KeptTextServices, listKept } from "./keptTexts.ts";
import { linksTag } from "../core/answers.ts";
import { presetAnswers } from "./answers.ts";
import { type PresetKind, presetKinds } from "./kinds.ts";

export const newPresetBody = z.object({ name: text, query: text });
export const presetBody = z.object({ name: optionalText, query: optionalText });

const texts = {
  view: {
    path: "/api/presets/views",
    id: "View",
    one: "a view of the list of links",
    all: "views of the list of links",
    is: "A choice of links and their order, as the address of the list has it behind its question mark.",
    example: { name: "Favourites", query: "favourite=1&sort=clicks-desc" },
  },
  utmTemplate: {
    path: "/api/presets/utm-templates",
    id: "UtmTemplate",
    one: "a template of campaign parameters",
    all: "templates of campaign parameters",
    is: "Campaign parameters with their values, as in the query of a destination. Others are left out.",
    example: { name: "Newsletter", query: "utm_source=newsletter&utm_medium=email" },
  },
  qrDesign: {
    path: "/api/presets/qr-designs",
    id: "QrDesign",
    one: "a design of QR codes",
    all: "designs of QR codes",
    is: "How codes look, as a query of `dark` and `light` (#rrggbb), `shape` and `corners` (square, rounded, dots), `quiet` (0 to 10 modules), `level` (L, M, Q, H) and `tellsScans` (true, false). What is missing is as in a plain code; others are left out.",
    example: { name: "Posters", query: "dark=%230b3d2e&shape=dots&level=H" },
  },
} as const satisfies Readonly<Record<PresetKind, object>>;

export function presetRoutes(app: FastifyInstance, services: KeptTextServices, requireActor: RequireActor): void {
  routesOf(app, services, requireActor, "view");
  routesOf(app, services, requireActor, "utmTemplate");
  routesOf(app, services, requireActor, "qrDesign");
}

function routesOf(
  app: FastifyInstance,
  services: KeptTextServices,
  requireActor: RequireActor,
  name: PresetKind,
): void {
  const kind = presetKinds[name];
  const { path, id, one, all, is, example } = texts[name];
  const inputOf = (body: unknown) => {
    const { name: called, query } = parseInput(presetBody, body);
    return { name: called, text: query };
  };

  app.get(
    path,
    documented({
      id: `list${id}s`,
      tag: linksTag,
      summary: `List ${all}, by name`,
      description: `All of the workspace's. ${is}`,
      answer: { status: 200, is: presetAnswers.PresetsAnswer },
      failures: [],
    }),
    async (request) => {
      const kept = await listKept(kind, services, await requireActor(request));
      return { success: true, data: kept.map(bodyOf) };
    },
  );

  app.post(
    path,
    documented({
      id: `create${id}`,
      tag: linksTag,
      summary: `Save ${one}`,
      description: is,
      body: newPresetBody,
      example,
      answer: { status: 201, is: presetAnswers.PresetAnswer },
      failures: [400, 409],
    }),
    async (request, reply) => {
      const saved = await keep(kind, services, await requireActor(request), inputOf(request.body));
      return reply.code(201).send({ success: true, message: "Saved successfully!", data: bodyOf(saved) });
    },
  );

  app.patch(
    `${path}/:id`,
    documented({
      id: `update${id}`,
      tag: linksTag,
      summary: `Rename or change ${one}`,
      description: "At least one field; what is missing stays.",
      conditional: true,
      body: presetBody,
      example: { name: `${example.name}, all of them` },
      answer: { status: 200, is: presetAnswers.PresetAnswer },
      failures: [400, 404, 409],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const changed = await changeKept(kind, services, actor, idOf(request.params, "Preset"), inputOf(request.body));
      return { success: true, message: "Saved successfully!", data: bodyOf(changed) };
    },
  );

  app.delete(
    `${path}/:id`,
    documented({
      id: `delete${id}`,
      tag: linksTag,
      summary: `Delete ${one}`,
      description: "It is gone for good; links stay as they are.",
      conditional: true,
      answer: done,
      failures: [400, 404],
    }),
    async (request) => {
      await deleteKept(kind, services, await requireActor(request), idOf(request.params, "Preset"));
      return { success: true, message: "Deleted successfully!" };
    },
  );
}

function bodyOf({ id, name, text, createdAt, updatedAt, etag }: KeptText) {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { _id: id, name, query: text, ...times, etag };
}
