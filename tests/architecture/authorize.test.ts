import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

// Only api/kernel/access/ decides on permissions. Other code neither compares owners nor reads the id of a workspace
// except from the result of `authorizeOwn`.

const api = resolve(import.meta.dirname, "../../api");
const sources = globSync("**/*.ts", { cwd: api })
  .filter((file) => !/^(dist|node_modules|testing|operations\/backup|kernel\/access)\/|\.test\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(api, file), "utf8") }));

/** Files that determine the caller, or that write the caller to the audit. */
const edges = new Set(["accounts/identity/authenticate.ts", "kernel/calls/actor.ts", "kernel/eventstore/audit.ts"]);

const comparesOwners =
  /\b(ownerId|owner_id|workspaceId)\)?\s*[!=]==|[!=]==\s*[\w.?]*\b(ownerId|owner_id|workspaceId)\b/;
const readsWorkspace = /\.workspaceId\b|\{[^{}]*\bworkspaceId\b[^{}]*\}\s*=/;

function breaking(rule: RegExp, text: string): string[] {
  return text.split("\n").filter((line) => rule.test(line));
}

describe("whose something is", () => {
  it("is compared by authorize alone", () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(
      sources.flatMap(({ file, text }) => breaking(comparesOwners, text).map((line) => `${file}: ${line}`)),
    ).toEqual([]);
  });

  it("is learned from authorize alone", () => {
    const found = sources
      .filter(({ file }) => !edges.has(file))
      .flatMap(({ file, text }) => breaking(readsWorkspace, text).map((line) => `${file}: ${line}`));
    expect(found).toEqual([]);
  });

  it.each([
    ["if (state.ownerId !== command.ownerId) throw", comparesOwners],
    ["if (actor.workspaceId === link.owner) {", comparesOwners],
    ["return id === group.ownerId;", comparesOwners],
    ["listLinks(services, actor.workspaceId, question)", readsWorkspace],
    ["const { workspaceId } = await requireActor(request);", readsWorkspace],
  ])("%s is found", (line, rule) => {
    expect(breaking(rule, line)).toEqual([line]);
  });

  it("no command or query goes by the id of the user that a call came from", () => {
    // Rate limits count by account, and authorizeAccount checks the member's own account.
    const allowed = /limits\.|authorize|\.userId\) throw/;
    const found = sources
      .filter(({ file }) => !edges.has(file) && !file.startsWith("servers/"))
      .flatMap(({ file, text }) =>
        breaking(/\b(actor|member|requireActor\(\w*\))\.userId\b/, text).map((line) => ({ file, line })),
      )
      .filter(({ line }) => !allowed.test(line));
    expect(found).toEqual([]);
  });
});
