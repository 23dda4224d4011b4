import { shareDimensions, shareFigures } from "@hoplog/schema/shares/share.js";
import { localText } from "../../analytics/link/rowTimes.ts";
import type {
  ShareCardFragment,
  ShareDimension,
  ShareFigure,
  ShareTarget,
  UpdateShareInput,
} from "../../core/graphql/generated/graphql.ts";

/** Values of a shared page's form. */
export interface ShareValues {
  name: string;
  target: ShareTarget;
  groupId: string;
  /** The link for which the form was opened. */
  linkId: string | null;
  /** Search text to find a link. */
  link: string;
  figures: string[];
  dimensions: string[];
  from: string;
  expiresAt: string;
  password: string;
  removesPassword: boolean;
  origins: string;
}

export const fieldNames = ["name", "figures", "dimensions", "from", "expiresAt", "password", "origins"] as const;
export const figureNames: readonly ShareFigure[] = shareFigures;
export const dimensionNames: readonly ShareDimension[] = shareDimensions;

export function firstValues(share: ShareCardFragment | null, wanted: string | null): ShareValues {
  const [, kind = "workspace", id = ""] = /^(group|link):([\da-f-]{36})$/.exec(wanted ?? "") ?? [];
  return {
    name: share?.name ?? "",
    target: kind === "group" || kind === "link" ? kind : "workspace",
    groupId: kind === "group" ? id : "",
    linkId: kind === "link" ? id : null,
    link: "",
    figures: share?.figures ?? ["clicks", "uniqueVisitors", "chart"],
    dimensions: share?.dimensions ?? ["country"],
    from: localOf(share?.from),
    expiresAt: localOf(share?.expiresAt),
    password: "",
    removesPassword: false,
    origins: share?.origins.join("\n") ?? "",
  };
}

/** Builds the input to create (`share` null) or update a page. */
export function changesIn(
  values: ShareValues,
  share: Pick<ShareCardFragment, "from" | "expiresAt"> | null,
): UpdateShareInput {
  const { name, figures, dimensions, from, expiresAt, password, removesPassword, origins } = values;
  return {
    name,
    figures: figureNames.filter((figure) => figures.includes(figure)),
    dimensions: dimensionNames.filter((dimension) => dimensions.includes(dimension)),
    from: instantOf(from, share?.from),
    expiresAt: instantOf(expiresAt, share?.expiresAt),
    ...(removesPassword ? { password: null } : password !== "" && { password }),
    origins: origins.split(/\s+/).filter((origin) => origin !== ""),
  };
}

function localOf(at: string | null | undefined): string {
  return at ? localText(new Date(at)).replace(" ", "T") : "";
}

/**
 * Converts a local time to an instant; null if blank or invalid. An unchanged text keeps the exact previous instant:
 * the form shows only minutes, and a rounded instant could make further clicks visible.
 */
function instantOf(local: string, before: string | null | undefined): string | null {
  if (before && local === localOf(before)) return before;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
