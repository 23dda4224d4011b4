import { isBoundScope, keyScopes } from "@hoplog/schema/apiKeys/scopes.js";
import type { CreateApiKeyInput } from "../../core/graphql/generated/graphql.ts";

/** Values of a new key's form. */
export interface ApiKeyValues {
  name: string;
  scopes: string[];
  /** Days from now; empty for no expiry. */
  days: string;
  /** The URLs that the key gives access to. */
  reach: "all" | "domain" | "group" | "tag";
  domain: string;
  groupId: string;
  tag: string;
  addresses: string;
  requestsPerMinute: string;
}

export const emptyKey: ApiKeyValues = {
  name: "",
  scopes: ["links:read"],
  days: "90",
  reach: "all",
  domain: "",
  groupId: "",
  tag: "",
  addresses: "",
  requestsPerMinute: "",
};

export const lifetimes = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "", label: "Until it is revoked" },
];

const dayMs = 24 * 60 * 60 * 1000;

/** Builds the input to create a key. */
export function inputOf(values: ApiKeyValues, now = new Date()): CreateApiKeyInput {
  const { name, days, reach, domain, groupId, tag } = values;
  const addresses = values.addresses.split(/[\s,]+/).filter((address) => address !== "");
  const requests = values.requestsPerMinute.trim();
  return {
    name,
    scopes: keyScopes.filter((scope) => values.scopes.includes(scope) && (reach === "all" || isBoundScope(scope))),
    ...(days !== "" && { expiresAt: new Date(now.getTime() + Number(days) * dayMs).toISOString() }),
    ...(reach === "domain" && { domain }),
    ...(reach === "group" && { groupId }),
    ...(reach === "tag" && { tag }),
    ...(addresses.length > 0 && { addresses }),
    ...(requests !== "" && { requestsPerMinute: Number(requests) }),
  };
}

/** Returns the form's field for an API field; undefined if there is none. */
export function fieldOf(name: string): keyof ApiKeyValues | undefined {
  if (name === "expiresAt") return "days";
  const [field = ""] = name.split(".", 1);
  return Object.keys(emptyKey).find((key): key is keyof ApiKeyValues => key === field);
}
