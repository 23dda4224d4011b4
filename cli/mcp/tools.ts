import { AuthorizationError, type Client } from "@hoplog/sdk";
import { z } from "zod";
import { findLink, type Link } from "../links/findLink.ts";
import { conversionsOf } from "../stats/conversions.ts";
import { withoutUndefined } from "../links/options.ts";

/** Effect of a tool on the links, which clients show before asking for confirmation. */
type Effect = "reads" | "adds" | "changes";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly input: z.ZodObject;
  run(client: Client, input: unknown, signal: AbortSignal): Promise<unknown>;
}

function tool<Input extends z.ZodObject>(
  facts: Omit<Tool, "input" | "run"> & { readonly input: Input },
  run: (client: Client, input: z.infer<Input>, signal: AbortSignal) => Promise<unknown>,
): Tool {
  return { ...facts, run: (client, input, signal) => run(client, facts.input.parse(input), signal) };
}

const link = z.string().min(1).max(2048).describe("The link's short URL, code or id");
const days = z.number().int().min(1).max(366).default(30).describe("How many days back, today included");
const text = (max: number) => z.string().max(max);

const fields = {
  name: text(200).optional().describe("What the owner calls it"),
  code: text(190).optional().describe("What the short URL ends with"),
  tags: z.array(text(100)).max(50).optional().describe("All of its tags: they take the place of those it has"),
  note: text(4000).optional(),
  expiresAt: text(40).nullable().optional().describe("ISO 8601; a day alone is valid to its end; null: never"),
};

export const tools: readonly Tool[] = [
  tool(
    {
      name: "list_links",
      title: "List or search links",
      description: "Links of the workspace with their clicks, the newest first.",
      effect: "reads",
      input: z.object({
        search: text(500).optional().describe("Part of the name, code, destination, note or a tag"),
        sort: z.enum(["created", "clicks", "name", "updated"]).optional(),
        limit: z.number().int().min(1).max(100).default(20),
      }),
    },
    async (client, { search, sort, limit }, signal) => {
      const query = withoutUndefined({ search, sort, limit });
      const { items, answer } = await client.links.list(query, { signal }).page();
      return { total: answer.pagination.total, links: items.map(shortly) };
    },
  ),
  tool(
    {
      name: "get_link",
      title: "Show a link",
      description: "Everything about one link.",
      effect: "reads",
      input: z.object({ link }),
    },
    (client, input, signal) => findLink(client, input.link, signal),
  ),
  tool(
    {
      name: "link_stats",
      title: "Clicks of a link",
      description:
        "Clicks by day, and the most frequent countries, referrers, devices and browsers. With what the clicks became (leads, sales, revenue in minor units of each currency), by rule and arm too, if anything.",
      effect: "reads",
      input: z.object({ link, days }),
    },
    async (client, input, signal) => {
      const { _id } = await findLink(client, input.link, signal);
      const range = { startDate: dayBefore(input.days - 1) };
      const [figures, conversions] = await Promise.all([
        client.links.stats(_id, range, { signal }),
        conversionsOf(client, { ...range, linkId: _id }, signal),
      ]);
      return { ...figures, ...(conversions && { conversions }) };
    },
  ),
  tool(
    {
      name: "account_stats",
      title: "Clicks of all links",
      description:
        "Clicks of the whole workspace by day, with its most clicked links, and what the clicks became (leads, sales, revenue in minor units of each currency), if anything.",
      effect: "reads",
      input: z.object({ days }),
    },
    async (client, input, signal) => {
      const range = { startDate: dayBefore(input.days - 1) };
      const [figures, conversions, top] = await Promise.all([
        client.analytics.get({ ...range, interval: "day" }, { signal }),
        conversionsOf(client, range, signal),
        client.analytics.top({ ...range, field: "link", limit: 10 }, { signal }),
      ]);
      return { ...figures, topLinks: top.rows, ...(conversions && { conversions }) };
    },
  ),
  tool(
    {
      name: "create_link",
      title: "Make a short link",
      description: "Makes a short link, or answers with the one that leads there already.",
      effect: "adds",
      input: z.object({ url: text(16_000).describe("Where it leads"), ...fields }),
    },
    async (client, { url, code, name = url.slice(0, 100), ...rest }, signal) => {
      const sent = { originalUrl: url, name, ...withoutUndefined({ shortUrl: code, ...rest }) };
      const made = await client.links.create({ ...sent, findOrCreate: true }, { signal }).catch((error: unknown) => {
        // A key without permission to search links creates one directly.
        if (error instanceof AuthorizationError) return client.links.create(sent, { signal });
        throw error;
      });
      return shortly(made);
    },
  ),
  tool(
    {
      name: "edit_link",
      title: "Change a link",
      description: "Changes where a link leads, or what is kept about it. What is not named stays.",
      effect: "changes",
      input: z.object({ link, url: text(16_000).optional().describe("Where it leads"), ...fields }),
    },
    async (client, { link: named, url, code, ...rest }, signal) => {
      const { _id } = await findLink(client, named, signal);
      const sent = withoutUndefined({ originalUrl: url, shortUrl: code, ...rest });
      return shortly(await client.links.update(_id, sent, { signal }));
    },
  ),
  tool(
    {
      name: "switch_link",
      title: "Switch a link on or off",
      description: "A link that is off leads nowhere until it is switched on again.",
      effect: "changes",
      input: z.object({ link, on: z.boolean() }),
    },
    async (client, { link: named, on }, signal) => {
      const { _id } = await findLink(client, named, signal);
      await client.links.updateMany({ urlIds: [_id], isActive: on }, { signal });
      return shortly(await client.links.get(_id, { signal }));
    },
  ),
];

function shortly({ _id, name, fullShortUrl, originalUrl, noOfClicks, tags, isActive, createdAt }: Link) {
  return { _id, name, shortUrl: fullShortUrl, leadsTo: originalUrl, clicks: noOfClicks, tags, isActive, createdAt };
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
