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

const link = z.string().min(1).max(2048).describe("Short URL, code or ID of the link");
const days = z.number().int().min(1).max(366).default(30).describe("Number of days, including today");
const text = (max: number) => z.string().max(max);

const fields = {
  name: text(200).optional().describe("Name of the link, shown only to its owner"),
  code: text(190).optional().describe("Code: the part of the short URL after the host"),
  tags: z.array(text(100)).max(50).optional().describe("All tags of the link; they replace its current tags"),
  note: text(4000).optional(),
  expiresAt: text(40)
    .nullable()
    .optional()
    .describe("Time when the link expires, in ISO 8601; a date includes the whole day; null for never"),
};

export const tools: readonly Tool[] = [
  tool(
    {
      name: "list_links",
      title: "List or search links",
      description: "Lists links of the workspace with their numbers of clicks, newest first.",
      effect: "reads",
      input: z.object({
        search: text(500)
          .optional()
          .describe("Text in the name, code, destination, note, a URL of a rule or split, a tag or the domain"),
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
      description: "Returns all properties of a link.",
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
        "Returns clicks by day, and the most frequent countries, referrers, devices and browsers. If the link has conversions, also returns leads, sales and revenue (in minor units of each currency), in total and by redirect rule and split arm.",
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
        "Returns clicks of the whole workspace by day, and its most clicked links. If there are conversions, also returns leads, sales and revenue (in minor units of each currency).",
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
      title: "Create a short link",
      description: "Creates a short link, or returns an existing link with the same destination.",
      effect: "adds",
      input: z.object({ url: text(16_000).describe("Destination URL"), ...fields }),
    },
    async (client, { url, code, name = url.slice(0, 100), ...rest }, signal) => {
      const sent = { originalUrl: url, name, ...withoutUndefined({ shortUrl: code, ...rest }) };
      const made = await client.links.create({ ...sent, findOrCreate: true }, { signal }).catch((error: unknown) => {
        // A key without permission to search links creates a link without searching first.
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
      description: "Changes the destination or other properties of a link. Omitted properties keep their value.",
      effect: "changes",
      input: z.object({ link, url: text(16_000).optional().describe("New destination URL"), ...fields }),
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
      description: "A link that is switched off does not redirect until it is switched on again.",
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
