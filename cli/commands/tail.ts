import type { Schemas } from "@hoplog/sdk";
import { type Command, isSet, listOf, numberOf } from "../command/command.ts";
import { plain } from "../output/plain.ts";
import type { Printer } from "../output/printer.ts";

type Click = Schemas["LiveEvent"]["clicks"][number];

/** Number of remembered click ids, so that no click is shown twice after a reconnect. */
const knownMax = 5000;

export const tail: Command = {
  name: "tail",
  summary: "Show clicks as they are counted, until Ctrl-C",
  options: {
    lines: { type: "string", short: "n", help: "Number of clicks of the last 30 minutes to begin with; 10 by default" },
    filter: {
      type: "string",
      multiple: true,
      help: "Filter such as country:is:DE; can be repeated, all filters must match",
    },
    bots: { type: "boolean", help: "Include clicks by bots" },
  },
  async run({ client: open, out, signal }, { values }) {
    let begin: number | undefined = numberOf(values, "lines") ?? 10;
    const client = await open();
    const known = new Set<string>();
    const query = { filter: [...listOf(values, "filter")], bots: isSet(values, "bots") };
    for await (const { event, data } of client.live.clicks(query, { signal })) {
      const fresh = data.clicks.filter(({ _id }) => !known.has(_id));
      for (const { _id } of fresh) known.add(_id);
      for (const id of known) if (known.size > knownMax) known.delete(id);
      const inOrder = fresh.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
      const shown = begin === undefined ? inOrder : inOrder.slice(-begin);
      begin = undefined;
      for (const click of shown) print(out, click);
      const left = data.sampledOf - data.clicks.length;
      if (event === "clicks" && left > 0) out.note(`… and ${left} more clicks`);
    }
  },
};

function print(out: Printer, click: Click): void {
  if (out.isJson) return out.jsonLine(click);
  const { timestamp, code, linkName, city, country, device, browser, referrer, isBot, botReason } = click;
  const place = [city, country].filter((part) => part && part !== "Unknown").join(", ") || "somewhere";
  const parts = [`/${code}`, linkName, place, `${device}, ${browser}`, referrer && `from ${referrer}`];
  const told = [...parts, isBot && `bot: ${botReason}`].filter((part) => part !== "" && part !== false);
  out.line(`${out.dim(plain(timestamp))}  ${told.map((part) => plain(String(part))).join("  ")}`);
}
