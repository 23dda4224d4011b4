import { setTimeout as sleep } from "node:timers/promises";
import { type Client, type Schemas, uploadImportFile } from "@hoplog/sdk";
import { type Command, type Context, isSet, listOf, textOf, UsageError } from "../command/command.ts";
import { confirm } from "../login/ask.ts";
import { counted, plain } from "../output/plain.ts";
import type { Printer } from "../output/printer.ts";
import { importSource } from "./importSource.ts";

type Source = Schemas["ImportAnswer"]["data"]["source"];
/** All sources of the API; the compiler checks that none is missing. */
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
  summary: "Make links from a file, after saying what will become of it; - reads standard input",
  args: [{ name: "FILE", isFile: true }],
  options: {
    source: {
      type: "string",
      choices: Object.keys(knownSources),
      help: "The service whose file it is; csv unless said",
    },
    domain: { type: "string", help: "Where links go whose domain isn't one of yours" },
    name: { type: "string", help: "Ids of links are unique within it; the file's name unless said" },
    column: {
      type: "string",
      multiple: true,
      help: "What a column is read as, NAME=USE; may be given several times",
    },
    dates: { type: "string", choices: dateOrders, help: "Which number of a date such as 03/04/2024 is the day" },
    "dry-run": { type: "boolean", help: "Only say what would become of it" },
    yes: { type: "boolean", short: "y", help: "Don't ask" },
  },
  async run(context, { args: [file = ""], values }) {
    const { out, signal } = context;
    const { name: fileName, size, open } = await importSource(file);
    if (file === "-" && !isSet(values, "yes") && !isSet(values, "dry-run"))
      throw new UsageError("Nobody can be asked while standard input is the file: say --yes or --dry-run");
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
        out.progress(`Sending ${size === null ? `${sent} bytes` : percent(sent, size)}`);
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
      if (isNothingToDo || !(await confirm(context, `Make ${counted(read.toCreate, "link")}?`, isSet(values, "yes")))) {
        if (out.isJson) out.json(read);
        return isNothingToDo ? 0 : 1;
      }
      await client.imports.start(_id, { signal });
      isOpen = false;
      const done = await until(context, client, _id, ({ state }) => state !== "running" && state !== "ready", "Made");
      if (out.isJson) out.json(done);
      else out.line(`${counted(done.done, "link")} made, ${done.failed} failed.`);
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

/** Checks the state first, since the response to the start may have been lost. */
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

/** Parses the chosen uses of columns; null if none. Throws UsageError. */
function choicesOf(given: readonly string[]): Record<string, Use> | null {
  const choices = given.map((text): [string, Use] => {
    const at = text.lastIndexOf("=");
    const use = uses.find((one) => one === text.slice(at + 1));
    if (at < 1 || use === undefined) {
      throw new UsageError(`--column ${text} is not NAME=USE, with one of ${uses.join(", ")} as USE`);
    }
    return [text.slice(0, at), use];
  });
  return choices.length === 0 ? null : Object.fromEntries(choices);
}

function summary(out: Printer, { total, toCreate, existing, rejected, losses, columns, warnings }: Import): void {
  for (const warning of warnings) out.line(`${plain(warning)}.`);
  for (const { name, use, filled, closes } of columns) {
    const effect = closes && filled > 0 ? `; ${counted(filled, "link")} switched off` : "";
    if (use === null) out.line(`  Column ${plain(name)} is not read: ${counted(filled, "row")} filled${effect}`);
  }
  out.line(
    `${counted(total, "row")}: ${counted(toCreate, "link")} to make, ${existing} imported before, ${rejected} rejected.`,
  );
  for (const { kind, links } of losses) out.line(`  ${counted(links, "link")} without: ${plain(kind)}`);
}

function failed(out: Printer, { state, problem }: Import): number {
  out.error({ type: "IMPORT_FAILED", message: problem ?? `The import is ${state}` });
  return 1;
}

function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.min(100, Math.floor((part / whole) * 100))} %`;
}
