import type { MethodSource } from "./methods.ts";
import { pascal } from "./names.ts";

const head = "// Generated from schema/openapi/openapi.json by sdk/generator. Run `make generate` to update it.\n";

/** Methods and nested groups by name. */
type Tree = Map<string, Tree | MethodSource>;

function treeOf(methods: readonly MethodSource[]): Tree {
  const root: Tree = new Map();
  for (const method of methods) {
    let place = root;
    for (const name of method.name.slice(0, -1)) {
      const below = place.get(name) ?? new Map();
      if (!(below instanceof Map))
        throw new Error(
          `${method.name.join(".")} would be both a method and a group: add an exception in sdk/generator/names.ts`,
        );
      place.set(name, below);
      place = below;
    }
    place.set(method.name.at(-1) ?? "", method);
  }
  return root;
}

/** Returns the module with the types of all methods. */
export function writeTypes(methods: readonly MethodSource[]): string {
  return `${head}import type { Body, Data, Item, Query } from "../client/answers.ts";
import type { CallOptions } from "../transport/options.ts";
import type { Download } from "../files/download.ts";
import type { LiveMessage } from "../live/follow.ts";
import type { Paged } from "../paging/paged.ts";
import type { Octets } from "../transport/request.ts";
import type { components } from "./openapi.ts";

type Schemas = components["schemas"];

${interfacesOf("Calls", treeOf(methods)).join("\n\n")}
`;
}

function interfacesOf(name: string, tree: Tree): string[] {
  const below: string[] = [];
  const lines = [...tree].flatMap(([key, value]) => {
    if (!(value instanceof Map)) return declaration(key, value);
    const type = name === "Calls" ? `${pascal(key)}Calls` : `${name.replace(/Calls$/, "")}${pascal(key)}Calls`;
    below.push(...interfacesOf(type, value));
    return [`  readonly ${key}: ${type};`];
  });
  return [`export interface ${name} {\n${lines.join("\n")}\n}`, ...below];
}

function declaration(key: string, { doc, parameters, type }: MethodSource): string[] {
  const lines = doc.map((line) => `   * ${line}`.trimEnd().replaceAll("*/", "*\u200b/"));
  return ["  /**", ...lines, "   */", `  ${key}(${parameters.join(", ")}): ${type};`];
}

/** Returns the module that implements all methods. */
export function writeCode(methods: readonly MethodSource[]): string {
  return `${head}import type { Requests } from "../client/requests.ts";
import { pathPart } from "../transport/request.ts";
import type { Calls } from "./calls.ts";

export function makeCalls({ data, done, events, file, pages, whole }: Requests): Calls {
  return ${objectOf(treeOf(methods), "  ")};
}
`;
}

function objectOf(tree: Tree, indent: string): string {
  const lines = [...tree].map(([key, value]) =>
    value instanceof Map
      ? `${indent}  ${key}: ${objectOf(value, `${indent}  `)},`
      : `${indent}  ${key}: (${value.names.join(", ")}) => ${value.code},`,
  );
  return `{\n${lines.join("\n")}\n${indent}}`;
}
