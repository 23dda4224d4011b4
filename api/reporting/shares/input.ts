import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import {
  isShareDimension,
  readOrigin,
  type ShareDimension,
  type ShareFigure,
  shareFigures,
  shareTargets,
  type ShareTarget,
} from "@hoplog/schema/shares/share.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { requireTimeZone } from "../../clicks/counts/range.ts";
import type { NewShare, ShareChanges } from "./entities.ts";

/** Columns for the given fields; the password is hashed elsewhere. */
export interface ShareFields {
  name?: string;
  figures?: ShareFigure[];
  dimensions?: ShareDimension[];
  timeZone?: string;
  fromAt?: Date | null;
  expiresAt?: Date | null;
  origins?: string[];
}

/** Validates the fields of a shared page. Throws VALIDATION_ERROR with the invalid fields. */
export function parseShare(input: ShareChanges, now: Date): ShareFields {
  const problems: FieldError[] = [];
  const bad = (field: string, message: string | null) => {
    if (message !== null) problems.push({ field, message });
  };
  const { name, figures, dimensions, timeZone, from, expiresAt, password, origins } = input;
  const fields: ShareFields = {};
  if (typeof name === "string") {
    bad("name", nameProblem(name));
    fields.name = name.trim().normalize("NFC");
  }
  if (figures) {
    const known = shareFigures.filter((figure) => figures.includes(figure));
    const isKnown = figures.every((figure) => shareFigures.some((name) => name === figure));
    bad("figures", isKnown ? null : `Must contain only ${shareFigures.join(", ")}`);
    bad("figures", known.length > 0 ? null : "Provide at least one figure");
    fields.figures = known;
  }
  if (dimensions) {
    const known = [...new Set(dimensions)].filter(isShareDimension);
    bad("dimensions", dimensions.every(isShareDimension) ? null : "Contains a property that shared pages cannot list");
    fields.dimensions = known;
  }
  if (typeof timeZone === "string") fields.timeZone = requireTimeZone(timeZone, "timeZone");
  if (from !== undefined) {
    bad("from", from && !isReasonable(from) ? "Must be between the years 2000 and 2099" : null);
    fields.fromAt = from;
  }
  if (expiresAt !== undefined) {
    bad(
      "expiresAt",
      expiresAt && (expiresAt <= now || !isReasonable(expiresAt))
        ? "Must be in the future and before the year 2100"
        : null,
    );
    fields.expiresAt = expiresAt;
  }
  if (typeof password === "string") bad("password", passwordProblem(password));
  if (origins) {
    const read = origins.map(readOrigin);
    const known = read.filter((origin) => origin !== null);
    bad("origins", known.length === read.length ? null : "Must contain only origins, such as https://example.com");
    bad("origins", read.length > limits.shareOrigins ? `Must contain at most ${limits.shareOrigins} origins` : null);
    fields.origins = [...new Set(known)];
  }
  if (problems.length > 0) throw validationError(problems);
  return fields;
}

/** Validates the target of a page: the workspace, a link or a group. Throws VALIDATION_ERROR. */
export function parseTarget({ target: wanted, targetId }: NewShare): { target: ShareTarget; targetId: string | null } {
  const target = shareTargets.find((known) => known === wanted);
  if (!target) throw validationError([{ field: "target", message: `Must be one of ${shareTargets.join(", ")}` }]);
  if ((target === "workspace") !== !targetId) {
    const message =
      target === "workspace" ? "Must be omitted for a page of the whole workspace" : `Provide the ID of the ${target}`;
    throw validationError([{ field: "targetId", message }]);
  }
  return { target, targetId: targetId || null };
}

function nameProblem(value: string): string | null {
  const name = value.trim();
  if (name === "") return "A name is required";
  if (name.length > limits.shareNameMax) return `A name cannot exceed ${limits.shareNameMax} characters`;
  return isPlainText(name) ? null : "The name contains control or invisible characters. Remove them.";
}

function passwordProblem(password: string): string | null {
  const { sharePasswordMin: min, sharePasswordMax: max } = limits;
  return password.length < min || password.length > max ? `Must have ${min} to ${max} characters` : null;
}

function isReasonable(at: Date): boolean {
  return at.getTime() >= Date.UTC(2000) && at.getTime() < Date.UTC(2100);
}
