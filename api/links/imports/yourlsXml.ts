import { importLimits } from "@hoplog/schema/imports/limits.js";
import { Parser } from "htmlparser2";
import { UnreadableFile, tooManyLinks } from "./utf8.ts";

/** Maximum depth of nested elements; real files have at most six levels. */
const depthMax = 20;

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly role: "link" | "field" | "none";
  text: string;
}

/**
 * Reads the links of an XML response of the YOURLS API, or of a file of its plugin Import Export, with the column names
 * of its table of links. Throws UnreadableFile for other XML. Entities declared in a file are not expanded.
 */
export function yourlsLinksIn(xml: string): readonly Readonly<Record<string, string>>[] {
  const links: Record<string, string>[] = [];
  const open: Element[] = [];
  let isCdata = false;
  const begin = () => {
    if (links.length === importLimits.linksMax) throw tooManyLinks();
    links.push({});
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length === 0) requireRoot(name);
        if (open.length === depthMax) throw new UnreadableFile("The elements of this XML file are nested too deep");
        if (open.length === 1 && name === "module") requireYourls(attributes["name"]);
        const role = roleOf(name, open);
        open.push({ name, attributes, role, text: "" });
        if (role === "link") {
          begin();
          if (attributes["status"] !== undefined && attributes["status"] !== "enabled") {
            setIn(links, { status: attributes["status"] });
          }
        }
      },
      oncdatastart() {
        isCdata = true;
      },
      oncdataend() {
        isCdata = false;
      },
      ontext(text) {
        const element = open.at(-1);
        if (element) element.text += isCdata ? decoded(text) : text;
      },
      onclosetag() {
        const element = open.pop();
        if (element?.role === "field") setIn(links, fieldsOf(element));
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return links;
}

/**
 * Returns the role of an element. Links are `result/links/*` and `result/link` in API responses, and
 * `redirection/module/group/item` in files of the plugin.
 */
function roleOf(name: string, open: readonly Element[]): Element["role"] {
  if (open.at(-1)?.role === "link") return "field";
  const [root, second] = open;
  const isLink =
    root?.name === "redirection"
      ? open.length === 3 && name === "item"
      : (open.length === 2 && second?.name === "links") || (open.length === 1 && name === "link");
  return isLink ? "link" : "none";
}

function setIn(links: readonly Record<string, string>[], fields: Readonly<Record<string, string>>): void {
  const link = links.at(-1);
  if (link) Object.assign(link, fields);
}

/** Maps the plugin's field names to columns; the API's field names are the column names. */
function fieldsOf({ name, attributes, text }: Element): Readonly<Record<string, string>> {
  const value = text.trim();
  switch (name) {
    case "source":
      return { keyword: value.replaceAll("/", "") };
    case "action":
      return {
        url: value,
        ...unusual({ action: attributes["type"], redirect_code: attributes["code"] }, ["url", "301"]),
      };
    case "match":
      return unusual({ match_type: attributes["type"], regex: attributes["regex"] }, ["url", "0", "false"]);
    case "statistic":
      return { clicks: attributes["count"] ?? "", timestamp: attributes["access"] ?? "" };
    default:
      return { [name]: value };
  }
}

/** Returns attributes with unusual values, which are reported because they are not imported. */
function unusual(
  attributes: Readonly<Record<string, string | undefined>>,
  usual: readonly string[],
): Readonly<Record<string, string>> {
  const others = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined || value === "" || usual.includes(value) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(others);
}

function requireRoot(name: string): void {
  if (name === "result" || name === "redirection") return;
  const shown = name.slice(0, 40).toWellFormed();
  throw new UnreadableFile(
    `The file is XML (${shown}), but neither a YOURLS API response nor a file of its plugin Import Export`,
  );
}

function requireYourls(module: string | undefined): void {
  if (module === "YOURLS") return;
  throw new UnreadableFile(
    "The file is XML of the plugin Redirection instead of YOURLS. Export it as JSON and choose redirection as the source",
  );
}

/** Decodes HTML entities, which the API adds inside a CDATA section. */
function decoded(text: string): string {
  if (!text.includes("&") || text.includes("<")) return text;
  let plain = "";
  const parser = new Parser({ ontext: (piece) => void (plain += piece) });
  parser.end(text);
  return plain;
}
