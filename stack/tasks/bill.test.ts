import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { repositoryRoot } from "../root.ts";
import { billOfMaterials, isOwn, nameOf, readByHand } from "./sbom.mjs";

const workspaces = ["api", "verify", "redirector", "ingest", "web", "stack"];

const names = z.record(z.string(), z.string()).default({});
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().default(false),
      resolved: z.string().optional(),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
    }),
  ),
});

/**
 * Returns the entries of the lockfile for every package that the workspaces need to run: its path, and whether it must
 * be installed.
 */
function lockedFor(names: readonly string[]): Map<string, { path: string; required: boolean }> {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(repositoryRoot, "package-lock.json"), "utf8")));
  const found = new Map<string, { path: string; required: boolean }>();
  const visit = (path: string, required: boolean) => {
    const known = found.get(path);
    if (known && (known.required || !required)) return;
    found.set(path, { path, required });
    const needs = packages[path];
    for (const [name, must] of [
      ...Object.keys(needs?.dependencies ?? {}).map((name) => [name, required] as const),
      ...Object.keys(needs?.optionalDependencies ?? {}).map((name) => [name, false] as const),
      ...Object.keys(needs?.peerDependencies ?? {}).map(
        (name) => [name, required && !needs?.peerDependenciesMeta[name]?.optional] as const,
      ),
    ]) {
      const place = placeOf(path, name);
      if (place !== undefined) visit(place, must && !(name in (needs?.optionalDependencies ?? {})));
    }
  };
  /** Resolves a package like Node: in the folder, then in each folder above. */
  const placeOf = (from: string, name: string): string | undefined => {
    for (let folder = from; ; folder = dirname(folder)) {
      const place = folder === "" || folder === "." ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      const entry = packages[place];
      if (entry) return entry.link ? entry.resolved : place;
      if (folder === "" || folder === ".") return undefined;
    }
  };
  for (const name of names) visit(name, true);
  return found;
}

describe("the bill of materials", () => {
  const bill = billOfMaterials();
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(repositoryRoot, "package-lock.json"), "utf8")));

  test("is CycloneDX, of hoplog, with name, version, licence and purl of every package", () => {
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: expect.stringMatching(/^1\.\d$/) });
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(bill.metadata.component).toMatchObject({ type: "application", name: "hoplog" });
    const refs = new Set([bill.metadata.component, ...bill.components].map((component) => component["bom-ref"]));
    expect(refs.size).toBe(bill.components.length + 1);
    const incomplete = bill.components.filter(
      ({ type, name, version, purl, licenses = [] }) =>
        type !== "library" ||
        name === "" ||
        !/^\d+\.\d+\.\d+/.test(version) ||
        !/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@[^@]+$/.test(purl) ||
        licenses.length === 0 ||
        licenses.some(({ license, expression }) => !(expression ?? license?.id ?? license?.name)),
    );
    expect(incomplete).toEqual([]);
    const unknown = bill.dependencies
      .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
      .filter((ref) => !refs.has(ref));
    expect(unknown).toEqual([]);
  });

  test("has what the lockfile has, in its versions and with its checksums", () => {
    const locked = new Map<string, string[]>();
    for (const [path, { version, integrity }] of Object.entries(packages)) {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      if (path.includes("node_modules/") && version !== undefined && integrity !== undefined)
        locked.set(`${name}@${version}`, [...(locked.get(`${name}@${version}`) ?? []), integrity]);
    }
    const others = bill.components.filter((component) => !isOwn(component));
    expect(others.length).toBeGreaterThan(300);
    const wrong = others.filter((component) => {
      const [hash] = component.hashes ?? [];
      const integrity = `sha512-${Buffer.from(hash?.content ?? "", "hex").toString("base64")}`;
      return hash?.alg !== "SHA-512" || !locked.get(`${nameOf(component)}@${component.version}`)?.includes(integrity);
    });
    expect(wrong).toEqual([]);
  });

  test("leaves nothing out that ships, and takes in nothing that only tests use", () => {
    const listed = new Set(bill.components.map((component) => `${nameOf(component)}@${component.version}`));
    const needed = [...lockedFor(workspaces).values()].map(({ path, required }) => {
      const name = path.includes("node_modules/")
        ? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
        : `@hoplog/${path}`;
      return { id: `${name}@${packages[path]?.version}`, required };
    });
    expect(needed.filter(({ id, required }) => required && !listed.has(id))).toEqual([]);
    const reachable = new Set(needed.map(({ id }) => id));
    expect([...listed].filter((id) => !reachable.has(id))).toEqual([]);
    for (const name of ["vitest", "typescript", "playwright-core", "autocannon", "oxlint"])
      expect(bill.components.map(nameOf)).not.toContain(name);
  });
});

describe("the licence check", () => {
  /** Creates a tree of packages as npm installs it, and returns its folder. api depends on the given packages. */
  function tree(
    licences: Readonly<Record<string, string | undefined>>,
    onlyForTests: Record<string, string> = {},
  ): string {
    const root = mkdtempSync(join(tmpdir(), "hoplog-licences-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const write = (folder: string, manifest: object) => {
      mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, folder, "package.json"), JSON.stringify(manifest));
    };
    const versions = (all: object) => Object.fromEntries(Object.keys(all).map((name) => [name, "1.0.0"]));
    write("", { name: "planted", version: "1.0.0", private: true, license: "MIT", workspaces });
    mkdirSync(join(root, "node_modules", "@hoplog"), { recursive: true });
    for (const name of workspaces) {
      const needs = name === "api" && { dependencies: versions(licences), devDependencies: versions(onlyForTests) };
      write(name, { name: `@hoplog/${name}`, version: "1.0.0", ...needs });
      symlinkSync(join("..", "..", name), join(root, "node_modules", "@hoplog", name));
    }
    for (const [name, license] of Object.entries({ ...licences, ...onlyForTests }))
      write(join("node_modules", name), { name, version: "1.0.0", license });
    return root;
  }

  const check = (root: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["stack/tasks/licences.mjs", root], {
      cwd: repositoryRoot,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  const read = Object.fromEntries(Object.keys(readByHand).map((name) => [name, undefined]));
  const fine = { ...read, free: "MIT", either: "(MIT OR GPL-2.0-only)", both: "(ISC AND Apache-2.0)" };

  test("lets permissive ones pass, and what only tests use", () => {
    const { status, stdout, stderr } = check(tree(fine, { "test-tool": "GPL-3.0-only" }));
    expect(stderr).toBe("");
    expect(stdout).toContain("All shipped packages have permissive licences");
    expect(status).toBe(0);
  });

  test("fails at each that is copyleft, says nothing, or says something else than was read", () => {
    const planted = {
      "gnu-thing": "GPL-3.0-only",
      "@scope/affero": "AGPL-3.0-or-later",
      mixed: "(MIT AND LGPL-2.1-only)",
      silent: undefined,
      own: "SEE LICENSE IN LICENSE.txt",
      // This package has the same name as a workspace.
      web: "GPL-2.0-only",
    };
    const [changed = ""] = Object.keys(readByHand);
    const { status, stderr } = check(tree({ ...fine, ...planted, [changed]: "GPL-3.0-only" }));
    expect(status).toBe(1);
    expect(
      stderr
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.trim())
        .toSorted(),
    ).toEqual(
      [
        "gnu-thing 1.0.0: GPL-3.0-only",
        "@scope/affero 1.0.0: AGPL-3.0-or-later",
        "mixed 1.0.0: (MIT AND LGPL-2.1-only)",
        "silent 1.0.0: states no licence",
        "own 1.0.0: states no licence",
        "web 1.0.0: GPL-2.0-only",
        `${changed} 1.0.0: GPL-3.0-only`,
        `${changed} is listed as an exception, but not used`,
      ].toSorted(),
    );
  });
});
