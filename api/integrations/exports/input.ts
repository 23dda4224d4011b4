import { type FieldError, validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { type ClickExportChange, defaultRegion, type NewClickExport } from "./entities.ts";

type Checked = Omit<NewClickExport, "from" | "region" | "prefix"> & {
  readonly region: string;
  readonly prefix: string;
};

/** Trims and validates the input. Throws VALIDATION_ERROR with each invalid field. */
export function checkedExport(input: NewClickExport, mayBePlain: boolean): Checked {
  const name = input.name.trim();
  const [region, bucket] = [(input.region || defaultRegion).trim(), input.bucket.trim()];
  const prefix = (input.prefix ?? "").trim().replace(/^\/+|\/+$/g, "");
  const endpoint = endpointOf(input.endpoint.trim());
  const { pathStyle, cadence, bots, conversions } = input;
  const { accessKeyId, secret } = { accessKeyId: input.accessKeyId.trim(), secret: input.secret.trim() };
  const problems = {
    name: nameProblem(name),
    endpoint: endpointProblem(endpoint, mayBePlain),
    region: /^[A-Za-z0-9-]{1,64}$/.test(region) ? null : "Must be a region, such as eu-central-1",
    bucket: /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(bucket)
      ? null
      : "Must be a bucket name of 3 to 63 letters, digits, dots, hyphens or underscores",
    prefix: prefixProblem(prefix),
    accessKeyId: keyProblem(accessKeyId),
    secret: keyProblem(secret),
  };
  refuse(problems);
  return {
    name,
    endpoint: endpoint?.origin ?? "",
    region,
    bucket,
    prefix,
    pathStyle,
    accessKeyId,
    secret,
    cadence,
    bots,
    conversions,
  };
}

/** Validates the given fields. Throws VALIDATION_ERROR. A new key id requires its secret. */
export function checkedChange(change: ClickExportChange): ClickExportChange {
  const [name, accessKeyId, secret] = [change.name?.trim(), change.accessKeyId?.trim(), change.secret?.trim()];
  refuse({
    name: name === undefined ? null : nameProblem(name),
    accessKeyId: accessKeyId === undefined ? null : keyProblem(accessKeyId),
    secret:
      secret === undefined
        ? accessKeyId === undefined
          ? null
          : "Provide the secret of the new access key too"
        : keyProblem(secret),
  });
  return { name, accessKeyId, secret, enabled: change.enabled, conversions: change.conversions };
}

function refuse(problems: Readonly<Record<string, string | null>>): void {
  const found = Object.entries(problems).flatMap(([field, message]): FieldError[] =>
    message === null ? [] : [{ field, message }],
  );
  if (found.length > 0) throw validationError(found);
}

function nameProblem(name: string): string | null {
  if (name === "") return "A name is required";
  if (name.length > limits.clickExportNameMax) return `Must be at most ${limits.clickExportNameMax} characters`;
  return isPlainText(name) ? null : "The name contains control or invisible characters. Remove them.";
}

function endpointOf(text: string): URL | null {
  if (text.length > limits.clickExportEndpointMax || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isOrigin =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return isOrigin && /^https?:$/.test(url.protocol) ? url : null;
}

function endpointProblem(url: URL | null, mayBePlain: boolean): string | null {
  if (!url) return "Must be the URL of an S3 server without a path, such as https://s3.eu-central-1.amazonaws.com";
  return url.protocol === "http:" && !mayBePlain ? "Must begin with https://" : null;
}

function prefixProblem(prefix: string): string | null {
  if (prefix.length > limits.clickExportPrefixMax) return `Must be at most ${limits.clickExportPrefixMax} characters`;
  if (!/^[A-Za-z0-9!_.*'()/=-]*$/.test(prefix)) return "Must contain only letters, digits and !_.*'()/=-";
  return prefix.split("/").some((part) => part === "." || part === "..") || prefix.includes("//")
    ? "Must not contain empty path segments, or the segments . and .."
    : null;
}

function keyProblem(key: string): string | null {
  if (key === "") return "Required";
  return key.length <= limits.clickExportKeyMax && /^[\x21-\x7e]+$/.test(key)
    ? null
    : `Must be at most ${limits.clickExportKeyMax} ASCII characters without spaces`;
}
