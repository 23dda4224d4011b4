import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { parseQrLook, qrLookText } from "@hoplog/schema/qr/look.js";
import { utmFields } from "@hoplog/schema/links/utm.js";
import type { SavedTextKind } from "./savedTexts.ts";

const common = {
  resource: "preset",
  missing: "Preset",
  read: "links:read",
  write: "links:write",
  nameMax: limits.presetNameMax,
  max: limits.presetsMax,
  field: "query",
} as const;

/** Kinds of presets that a workspace stores for its list of links and for new links. */
export const presetKinds = {
  /** Filter and order of links, as in the URL of the list. */
  view: {
    ...common,
    table: "link_view",
    noun: "view",
    actions: { save: "SaveView", change: "ChangeView", delete: "DeleteView" },
    tooMany: `A workspace can store at most ${limits.presetsMax} views. Delete one first`,
    parse(text) {
      const query = new URLSearchParams(text.trim().replace(/^\?/, "")).toString();
      if (query.length > limits.viewQueryMax)
        throw refusal(`A view can have at most ${limits.viewQueryMax} characters`);
      return query;
    },
  },
  /** Campaign parameters with their values, as in the query string of a destination. */
  utmTemplate: {
    ...common,
    table: "utm_template",
    noun: "template",
    actions: { save: "SaveUtmTemplate", change: "ChangeUtmTemplate", delete: "DeleteUtmTemplate" },
    tooMany: `A workspace can store at most ${limits.presetsMax} templates. Delete one first`,
    parse(text) {
      const given = new URLSearchParams(text.trim().replace(/^\?/, ""));
      const kept = new URLSearchParams();
      for (const field of utmFields) {
        const value = given.get(field)?.trim() ?? "";
        if (value.length > limits.utmValueMax)
          throw refusal(`${field} can have at most ${limits.utmValueMax} characters`);
        if (!isPlainText(value)) throw refusal(`${field} contains invisible or control characters`);
        if (value !== "") kept.set(field, value);
      }
      if (kept.size === 0) throw refusal(`Provide at least one of ${utmFields.join(", ")}`);
      return kept.toString();
    },
  },
  /** The design of QR codes, without an embedded picture, which is stored only in the browser. */
  qrDesign: {
    ...common,
    table: "qr_design",
    noun: "design",
    actions: { save: "SaveQrDesign", change: "ChangeQrDesign", delete: "DeleteQrDesign" },
    tooMany: `A workspace can store at most ${limits.presetsMax} designs. Delete one first`,
    parse(text) {
      const read = parseQrLook(text);
      if ("problem" in read) throw refusal(read.problem);
      return qrLookText(read.look);
    },
  },
} as const satisfies Readonly<Record<string, SavedTextKind>>;

export type PresetKind = keyof typeof presetKinds;

function refusal(message: string) {
  return validationError([{ field: "query", message }]);
}
