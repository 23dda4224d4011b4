import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { apis } from "./apis/apis.ts";
import type { SourceAccess } from "./services.ts";
import { withoutSlashes } from "./sources/fields.ts";

const [addressMax, keyMax] = [255, 2048];

/** The access to a source's API, as a caller provides it. */
export interface SourceKey {
  /** The URL of a self-hosted source; omitted for a hosted service. */
  readonly address?: string | null | undefined;
  readonly key: string;
}

/** Validates the access. Throws VALIDATION_ERROR. The target of the URL is checked when it is requested. */
export function readSourceKey(
  { importsMayBePlain }: Pick<SourceAccess, "importsMayBePlain">,
  source: ImportSource,
  given: SourceKey,
): { readonly address: string; readonly key: string } {
  const api = apis[source];
  if (!api) throw validationError([{ field: "source", message: "This source has no API. Upload a file instead" }]);
  const problems: FieldError[] = [];
  const key = given.key.trim();
  // The key must be a valid header value, because it is sent in a header.
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > keyMax) {
    problems.push({ field: "api.key", message: "Enter the API key exactly as the service shows it" });
  }
  const text = given.address?.trim() || api.address || "";
  const url = URL.canParse(text) && text.length <= addressMax ? new URL(text) : null;
  const isPlain = url?.protocol === "http:" && importsMayBePlain;
  if (!url || (url.protocol !== "https:" && !isPlain) || url.username !== "" || url.search !== "" || url.hash !== "") {
    const message = "Enter the URL of the service, such as https://s.example.com";
    problems.push({ field: "api.address", message });
  }
  if (problems.length > 0) throw validationError(problems);
  return { address: withoutSlashes(url?.href ?? ""), key };
}
