import { setTimeout as sleep } from "node:timers/promises";
import { type Client, type Schemas, uploadImportFile } from "@hoplog/sdk";
import { type Command, type Context, isSet, listOf, textOf, UsageError } from "../command/command.ts";
import { confirm } from "../login/ask.ts";
import { counted, plain } from "../output/plain.ts";
import type { Printer } from "../output/printer.ts";
import { importSource } from "./importSource.ts";

type Source = Schemas["ImportAnswer"]["data"]["source"];
/** All sources that the API supports; the compiler checks that none is missing. */
const knownSources: Readonly<Record<Source, true>> = {
  bitly: true,
  rebrandly: true,
  shortio: true,
  dub: true,
  shlink: true,
  kutt: true,
  yourls: true,
  polr: true,
  blink: true,
  tly: true,
  cuttly: true,
  redirection: true,
  bookmarks: true,
  prettylinks: true,
  thirstyaffiliates: true,
  hoplog: true,
  csv: true,
};
const uses = ["code", "destination", "title", "tags", "expiry", "password", "state", "ignore"] as const;
const dateOrders = ["dayFirst", "monthFirst"] as const;
type Use = (typeof uses)[number];
type Import = Schemas["ImportAnswer"]["data"];

const pollMs = 400;

export const importFile: Command = {
  name: "import",
  summary: "Create links from a file, after showing a preview; use - for standard input",
  args: [{ name: "FILE", isFile: true }],
  options: {
    source: {
      type: "string",
      choices: Object.keys(knownSources),
      help: "Service that the file was exported from; csv by default",
    },
    domain: { type: "string", help: "Domain for links whose own domain is not yours" },
    name: { type: "string", help: "Name of the import, within which link IDs are unique; the file name by default" },
    column: {
      type: "string",
      multiple: true,
      help: "How to read a column, as NAME=USE; can be repeated",
    },
    dates: {
      type: "string",
      choices: dateOrders,
      help: "Whether the day or the month comes first in dates such as 03/04/2024",
    },
    "dry-run": { type: "boolean", help: "Show the preview and create nothing" },
    yes: { type: "boolean", short: "y", help: "Do not ask for confirmation" },
  },
  async run(context, { args: [file = ""], values }) {
    const { out, signal } = context;
    const { name: fileName, size, open } = await importSource(file);
    if (file === "-" && !isSet(values, "yes") && !isSet(values, "dry-run"))
      throw new UsageError(
        "Cannot ask for confirmation while the file is read from standard input: use --yes or --dry-run",
      );
    const columns = choicesOf(listOf(values, "column"));
    const dates = dateOrders.find((one) => one === textOf(values, "dates"));
    const client = await context.client();
    const given = textOf(values, "source");
    const source = given !== undefined && isSource(given) ? given : "csv";
    const [domain, name] = [textOf(values, "domain"), textOf(values, "name")];
    const { _id } = await client.imports.create(
      { source, fileName, ...(domain !== undefined && { domain }), ...(name !== undefined && { name }) },
      { signal },
    );
    let isOpen = true;
    try {
      const onProgress = (sent: number) =>
        out.progress(`Uploading ${size === null ? `${sent} bytes` : percent(sent, size)}`);
      await uploadImportFile(client, _id, open(), { signal, onProgress });
      const isRead = ({ state }: Import) => state !== "reading";
      let read = await until(context, client, _id, isRead, "Reading");
      if (read.state === "ready" && (columns !== null || dates !== undefined)) {
        await client.imports.update(_id, { ...(columns && { columns }), ...(dates && { dates }) }, { signal });
        read = await until(context, client, _id, isRead, "Reading");
      }
      if (!out.isJson) summary(out, read);
      if (read.state !== "ready") return failed(out, read);
      const isNothingToDo = isSet(values, "dry-run") || read.toCreate === 0;
      if (
        isNothingToDo ||
        !(await confirm(context, `Create ${counted(read.toCreate, "link")}?`, isSet(values, "yes")))
      ) {
        if (out.isJson) out.json(read);
        return isNothingToDo ? 0 : 1;
      }
      await client.imports.start(_id, { signal });
      isOpen = false;
      const done = await until(
        context,
        client,
        _id,
        ({ state }) => state !== "running" && state !== "ready",
        "Created",
      );
      if (out.isJson) out.json(done);
      else out.line(`Created ${counted(done.done, "link")}, ${done.failed} failed.`);
      return done.state === "done" && done.failed === 0 ? 0 : 1;
    } finally {
      // An import that isn't started would block later ones.
      if (isOpen) await cancelUnlessStarted(client, _id).catch(() => {});
    }
  },
};

function isSource(text: string): text is Source {
  return Object.hasOwn(knownSources, text);
}

/**
 * Cancels the import unless it was started. Reads its state first, because the response to the start may have been
 * lost.
 */
async function cancelUnlessStarted(client: Client, id: string): Promise<void> {
  const { state } = await client.imports.get(id);
  if (state === "reading" || state === "ready") await client.imports.cancel(id);
}

async function until(
  { out, signal }: Context,
  client: Client,
  id: string,
  isOver: (found: Import) => boolean,
  word: string,
): Promise<Import> {
  for (;;) {
    const found = await client.imports.get(id, { signal });
    if (isOver(found)) return found;
    out.progress(`${word} ${found.done > 0 ? percent(found.done, found.toCreate) : found.total}`);
    await sleep(pollMs, undefined, { signal });
  }
}

/** Parses the values of `--column`; null if there are none. Throws UsageError for an invalid one. */
function choicesOf(given: readonly string[]): Record<string, Use> | null {
  const choices = given.map((text): [string, Use] => {
    const at = text.lastIndexOf("=");
    const use = uses.find((one) => one === text.slice(at + 1));
    if (at < 1 || use === undefined) {
      throw new UsageError(`Invalid --column ${text}: it must be NAME=USE, where USE is one of ${uses.join(", ")}`);
    }
    return [text.slice(0, at), use];
  });
  return choices.length === 0 ? null : Object.fromEntries(choices);
}

function summary(out: Printer, { total, toCreate, existing, rejected, losses, columns, warnings }: Import): void {
  for (const warning of warnings) out.line(`${plain(warning)}.`);
  for (const { name, use, filled, closes } of columns) {
    const effect = closes && filled > 0 ? `; ${counted(filled, "link")} will be switched off` : "";
    if (use === null)
      out.line(`  Column ${plain(name)} is ignored; it has values in ${counted(filled, "row")}${effect}`);
  }
  out.line(
    `${counted(total, "row")}: ${counted(toCreate, "link")} to create, ${existing} already imported, ${rejected} rejected.`,
  );
  for (const { kind, links } of losses) out.line(`  Not imported for ${counted(links, "link")}: ${plain(kind)}`);
}

function failed(out: Printer, { state, problem }: Import): number {
  out.error({ type: "IMPORT_FAILED", message: problem ?? `The import failed (${state})` });
  return 1;
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.min(100, Math.floor((part / whole) * 100))} %`;
}
