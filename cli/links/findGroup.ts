import { type Client, NotFoundError } from "@hoplog/sdk";

/**
 * Returns the id of the group with this name, ignoring case. Returns an empty id, which means no group, for an empty
 * name. Throws NotFoundError if there is no such group.
 */
export async function groupIdOf(client: Client, name: string, signal: AbortSignal): Promise<string> {
  if (name === "") return "";
  for await (const group of client.groups.list({ search: name }, { signal })) {
    if (group.name.toLowerCase() === name.toLowerCase()) return group._id;
  }
  throw new NotFoundError(`Group not found: ${name}`, { type: "NOT_FOUND_ERROR", status: 404 });
}
