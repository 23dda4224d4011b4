import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { etag, instant, message, recordId } from "../../kernel/contract/answerPieces.ts";
import { optionalText, text } from "../../kernel/contract/parse.ts";
import { confirmation, many, one } from "../../kernel/contract/answers.ts";
import { entity, input } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { linksTag } from "../core/entities.ts";
import {
  updateSavedText,
  deleteSavedText,
  createSavedText,
  type SavedText,
  type SavedTextServices,
  listSavedTexts,
} from "./savedTexts.ts";
import { type PresetKind, presetKinds } from "./kinds.ts";
import type { Feature } from "../../kernel/calls/feature.ts";

const kind = enumeration<PresetKind>("PresetKind", "Kind of a preset", {
  view: "View of the link list: filters and sort order, as the query of the list's URL",
  utmTemplate: "Template of campaign parameters and their values, as the query of a destination",
  qrDesign: "Design of QR codes: `dark`, `light`, `shape`, `corners`, `quiet`, `level`, `tellsScans`",
});

const queryText = "URL query string without the leading `?`";
const preset = entity<SavedText>()({
  name: "Preset",
  description: "A stored view of the link list, campaign template or QR code design",
  fields: {
    id: recordId.describe("ID of the preset"),
    name: z.string().describe("Name of the preset, unique among presets of the same kind"),
    query: z.string().describe(queryText),
    createdAt: instant.describe("Creation time"),
    updatedAt: instant.describe("Time of the last change"),
    etag,
  },
  computed: { query: (shown) => shown.text },
  weights: { query: { text: 20 } },
});

const onePreset = one(preset, { message: message.optional() });
const presetList = many(preset);
const changes = {
  name: optionalText.describe("Name of the preset: at most 100 characters, unique among presets of the same kind"),
  query: optionalText.describe(queryText),
};
const presetInput = input("PresetInput", "Changes to a preset; omitted fields keep their value", changes);

const { restOnly, graphqlQuery, graphqlMutation } = operationsOn<SavedTextServices>(linksTag, "Preset");

const created = {
  name: text.describe("Name of the preset: at most 100 characters, unique among presets of the same kind"),
  query: text.describe(queryText),
};

/** The REST path and texts of each kind. */
const inRest = {
  view: {
    path: "/api/presets/views",
    id: "View",
    one: "a view of the link list",
    all: "views of the link list",
    is: "A view stores filters and sort order of the link list, as the query of the list's URL.",
    example: { name: "Favourites", query: "favourite=1&sort=clicks-desc" },
  },
  utmTemplate: {
    path: "/api/presets/utm-templates",
    id: "UtmTemplate",
    one: "a template of campaign parameters",
    all: "templates of campaign parameters",
    is: "A template stores campaign parameters and their values, as the query of a destination. Other parameters are ignored.",
    example: { name: "Newsletter", query: "utm_source=newsletter&utm_medium=email" },
  },
  qrDesign: {
    path: "/api/presets/qr-designs",
    id: "QrDesign",
    one: "a QR code design",
    all: "QR code designs",
    is: "A design is a query string with the parameters `dark` and `light` (#rrggbb), `shape` and `corners` (square, rounded, dots), `quiet` (0 to 10 modules), `level` (L, M, Q, H) and `tellsScans` (true, false). Omitted parameters have the values of a plain QR code; other parameters are ignored.",
    example: { name: "Posters", query: "dark=%230b3d2e&shape=dots&level=H" },
  },
} as const satisfies Readonly<Record<PresetKind, object>>;

function restOf(name: PresetKind) {
  const { path, id, one: aPreset, all, is, example } = inRest[name];
  const of = presetKinds[name];
  return [
    restOnly({
      id: `list${id}s`,
      rest: `GET ${path}`,
      summary: `List all ${all}, sorted by name`,
      description: is,
      needs: [of.read],
      takes: {},
      answer: presetList,
      failures: [],
      run: (services, actor) => listSavedTexts(of, services, actor),
    }),
    restOnly({
      id: `create${id}`,
      rest: `POST ${path}`,
      creates: true,
      summary: `Store ${aPreset}`,
      description: is,
      needs: [of.write],
      takes: created,
      example,
      answer: onePreset,
      message: "Saved",
      failures: [400, 409],
      run: (services, actor, given) => createSavedText(of, services, actor, { name: given.name, text: given.query }),
    }),
    restOnly({
      id: `update${id}`,
      rest: `PATCH ${path}/:id`,
      summary: `Rename or change ${aPreset}`,
      description: "Omitted fields keep their value.",
      needs: [of.write],
      takes: { id: recordId, ...changes },
      conditional: true,
      example: { name: `${example.name}, all of them` },
      answer: onePreset,
      message: "Saved",
      failures: [400, 404, 409],
      run: (services, actor, given) =>
        updateSavedText(of, services, actor, given.id, { name: given.name, text: given.query }),
    }),
    restOnly({
      id: `delete${id}`,
      rest: `DELETE ${path}/:id`,
      summary: `Delete ${aPreset}`,
      description: "This cannot be undone. Links are not changed.",
      needs: [of.write],
      takes: { id: recordId },
      conditional: true,
      answer: confirmation,
      message: "Deleted",
      failures: [400, 404],
      run: (services, actor, given) => deleteSavedText(of, services, actor, given.id),
    }),
  ];
}

/** Presets: views of the list of links, templates of campaign parameters, and designs of QR codes. */
export const presets: Feature<SavedTextServices> = facesOf([
  ...restOf("view"),
  ...restOf("utmTemplate"),
  ...restOf("qrDesign"),
  graphqlQuery({
    name: "presets",
    summary: "List presets of one kind, sorted by name",
    description: "Returns the whole list without pagination.",
    needs: ["links:read"],
    takes: { kind },
    answer: presetList,
    weight: { length: limits.presetsMax / 4 },
    run: (services, actor, given) => listSavedTexts(presetKinds[given.kind], services, actor),
  }),
  graphqlMutation({
    name: "createPreset",
    summary: "Store a view, template or design",
    description: "Names are unique among presets of the same kind.",
    needs: ["links:write"],
    takes: { kind, ...created },
    answer: onePreset,
    run: (services, actor, given) =>
      createSavedText(presetKinds[given.kind], services, actor, { name: given.name, text: given.query }),
  }),
  graphqlMutation({
    name: "updatePreset",
    summary: "Rename or change a preset",
    description: "Omitted fields keep their value.",
    needs: ["links:write"],
    takes: { kind, id: recordId, input: presetInput },
    conditional: true,
    answer: onePreset,
    run: (services, actor, { kind: which, id, input: given }) =>
      updateSavedText(presetKinds[which], services, actor, id, { name: given.name, text: given.query }),
  }),
  graphqlMutation({
    name: "deletePreset",
    summary: "Delete a view, template or design",
    description: "This cannot be undone. Links are not changed.",
    needs: ["links:write"],
    takes: { kind, id: recordId },
    conditional: true,
    answer: confirmation,
    run: (services, actor, given) => deleteSavedText(presetKinds[given.kind], services, actor, given.id),
  }),
]);
