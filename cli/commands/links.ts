import { type Command, type Context, isSet, listOf, numberOf, textOf, UsageError } from "../command/command.ts";
import { confirm } from "../login/ask.ts";
import { printLink, printLinks } from "../links/describe.ts";
import { findLink, type Link } from "../links/findLink.ts";
import { groupIdOf } from "../links/findGroup.ts";
import { fieldsOf, linkOptions, withoutUndefined } from "../links/options.ts";
import { plain } from "../output/plain.ts";

const link = { name: "LINK" };

const list: Command = {
  name: "link list",
  summary: "List links, newest first",
  options: {
    search: { type: "string", help: "Text in the name, code, destination, note, tags or domain, or a URL of a rule" },
    group: { type: "string", help: "Name of a group" },
    tag: { type: "string", multiple: true, help: "Name of a tag; can be repeated" },
    domain: { type: "string", help: "One of your domains" },
    archived: { type: "string", choices: ["exclude", "only", "include"], help: "Archived links; excluded by default" },
    sort: {
      type: "string",
      choices: ["name", "created", "clicks", "updated", "expires"],
      help: "Property to sort by",
    },
    order: { type: "string", choices: ["asc", "desc"], help: "Sort direction" },
    limit: { type: "string", help: "Maximum number of links; 20 by default" },
    all: { type: "boolean", help: "List all links" },
  },
  async run({ client: open, out, signal }, { values }) {
    const limit = isSet(values, "all") ? Number.POSITIVE_INFINITY : (numberOf(values, "limit") ?? 20);
    const client = await open();
    const group = textOf(values, "group");
    const tags = listOf(values, "tag").join(",");
    const query = withoutUndefined({
      search: textOf(values, "search"),
      groupId: group === undefined ? undefined : await groupIdOf(client, group, signal),
      tags: tags || undefined,
      domain: textOf(values, "domain"),
      archived: oneOf(["exclude", "only", "include"], textOf(values, "archived")),
      sort: oneOf(["name", "created", "clicks", "updated", "expires"], textOf(values, "sort")),
      order: oneOf(["asc", "desc"], textOf(values, "order")),
      limit: Math.min(limit, 100),
    });
    const links: Link[] = [];
    let total: number | null = null;
    for await (const page of client.links.list(query, { signal }).pages()) {
      links.push(...page.items.slice(0, limit - links.length));
      total ??= page.answer.pagination.total;
      if (links.length >= limit) break;
    }
    if (out.isJson) return out.json(links);
    if (links.length === 0) return out.note("No links.");
    printLinks(out, links);
    if (total !== null && total > links.length)
      out.note(`Showing ${links.length} of ${total} links; use --limit or --all for more.`);
  },
};

const create: Command = {
  name: "link create",
  summary: "Create a short link and print its short URL",
  args: [{ name: "URL" }],
  options: {
    ...linkOptions,
    "find-or-create": { type: "boolean", help: "Return an existing link with this destination, if there is one" },
  },
  async run({ client: open, out, signal }, { args: [originalUrl = ""], values }) {
    const client = await open();
    const fields = await fieldsOf(client, values, signal);
    const findOrCreate = isSet(values, "find-or-create");
    const name = fields.name ?? nameOf(originalUrl);
    const made = await client.links.create({ originalUrl, ...fields, name, findOrCreate }, { signal });
    if (out.isJson) return out.json(made);
    out.line(plain(made.fullShortUrl));
  },
};

const show: Command = {
  name: "link show",
  summary: "Show a link, given by its short URL, code or ID",
  args: [link],
  async run({ client: open, out, signal }, { args: [named = ""] }) {
    const found = await findLink(await open(), named, signal);
    return out.isJson ? out.json(found) : printLink(out, found);
  },
};

const edit: Command = {
  name: "link edit",
  summary: "Change a link; an empty value clears an option",
  args: [link],
  options: { to: { type: "string", help: "New destination URL" }, ...linkOptions },
  async run({ client: open, out, signal }, { args: [named = ""], values }) {
    const client = await open();
    const fields = {
      ...withoutUndefined({ originalUrl: textOf(values, "to") }),
      ...(await fieldsOf(client, values, signal)),
    };
    if (Object.keys(fields).length === 0)
      throw new UsageError("Provide at least one option to change: see hoplog link edit --help");
    const { _id } = await findLink(client, named, signal);
    const changed = await client.links.update(_id, fields, { signal });
    return out.isJson ? out.json(changed) : printLink(out, changed);
  },
};

const remove: Command = {
  name: "link delete",
  summary: "Delete a link and its clicks",
  args: [link],
  options: { yes: { type: "boolean", short: "y", help: "Do not ask for confirmation" } },
  async run(context, { args: [named = ""], values }) {
    const { out, signal } = context;
    const client = await context.client();
    const found = await findLink(client, named, signal);
    const question = `Delete ${plain(found.fullShortUrl)} (${plain(found.name)}) and its clicks (${found.noOfClicks ?? "?"})?`;
    if (!(await confirm(context, question, isSet(values, "yes")))) return 1;
    await client.links.delete(found._id, { signal });
    if (out.isJson) out.json({ deleted: found._id });
    else out.note(`Deleted ${found.fullShortUrl}.`);
  },
};

function switching(word: "on" | "off"): Command {
  return {
    name: `link ${word}`,
    summary: word === "on" ? "Switch a link on: it redirects again" : "Switch a link off: it stops redirecting",
    args: [link],
    async run(context: Context, { args: [named = ""] }) {
      const { out, signal } = context;
      const client = await context.client();
      const { _id } = await findLink(client, named, signal);
      await client.links.updateMany({ urlIds: [_id], isActive: word === "on" }, { signal });
      const changed = await client.links.get(_id, { signal });
      if (out.isJson) out.json(changed);
      else out.note(`${changed.fullShortUrl} is ${word}.`);
    },
  };
}

export const linkCommands: readonly Command[] = [list, create, show, edit, remove, switching("on"), switching("off")];

/** Returns the default name of a link, which is the host of its URL, because a name is required. */
function nameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url.slice(0, 100);
}

function oneOf<const Choice extends string>(choices: readonly Choice[], value: string | undefined): Choice | undefined {
  return choices.find((choice) => choice === value);
}
