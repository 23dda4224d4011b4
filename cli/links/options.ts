import type { Client } from "@hoplog/sdk";
import { listOf, numberOf, type Options, textOf, type Values } from "../command/command.ts";
import { groupIdOf } from "./findGroup.ts";

export const linkOptions: Options = {
  name: { type: "string", help: "Name of the link" },
  code: { type: "string", help: "Code: the part of the short URL after the host" },
  domain: { type: "string", help: "One of your domains" },
  group: { type: "string", help: "Name of the group; empty for none" },
  tag: { type: "string", multiple: true, help: "Name of a tag; can be repeated" },
  note: { type: "string", help: "Note about the link" },
  "external-id": { type: "string", help: "ID of the link in another system" },
  "not-before": { type: "string", help: "Time when the link starts to redirect (ISO 8601)" },
  expires: { type: "string", help: "Time when the link expires (ISO 8601)" },
  "max-clicks": { type: "string", help: "Maximum number of people who are redirected" },
};

/** Returns the link fields that the options set. An empty value clears its field. */
export async function fieldsOf(client: Client, values: Values, signal: AbortSignal) {
  const text = (name: string) => textOf(values, name);
  const orNull = (name: string) => (text(name) === "" ? null : text(name));
  const group = text("group");
  const tags = listOf(values, "tag");
  const fields = {
    name: text("name"),
    shortUrl: text("code"),
    domain: text("domain"),
    groupId: group === undefined ? undefined : await groupIdOf(client, group, signal),
    tags: tags.length === 0 ? undefined : tags.filter((tag) => tag !== ""),
    note: text("note"),
    externalId: text("external-id"),
    notBefore: orNull("not-before"),
    expiresAt: orNull("expires"),
    maxClicks: text("max-clicks") === "" ? null : numberOf(values, "max-clicks"),
  };
  return withoutUndefined(fields);
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

export function withoutUndefined<T extends object>(value: T): Defined<T> {
  const defined: Defined<T> = { ...value };
  for (const key of Object.keys(defined))
    if (Reflect.get(defined, key) === undefined) Reflect.deleteProperty(defined, key);
  return defined;
}
