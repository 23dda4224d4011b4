import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { storedPorts, loadPorts } from "./ports.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hoplog-ports-test-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

it("chooses free ports at the first start and keeps them", async () => {
  const at = folder();
  expect(storedPorts(at)).toBeUndefined();
  const ports = await loadPorts(at, []);
  expect(new Set(Object.values(ports)).size).toBe(Object.keys(ports).length);
  expect(await loadPorts(at, [])).toEqual(ports);
  expect(storedPorts(at)).toEqual(ports);
});

it("adds the ports that a file lacks, and leaves out names that it doesn't know", async () => {
  const at = folder();
  const { analysts: _, ...fewer } = await loadPorts(at, []);
  writeFileSync(join(at, "ports.json"), JSON.stringify({ ...fewer, somethingNew: 1 }));
  expect(storedPorts(at)).toBeUndefined();
  const ports = { ...fewer, analysts: expect.any(Number) };
  expect(await loadPorts(at, [])).toEqual(ports);
  expect(storedPorts(at)).toEqual(ports);
});

it("says which file is damaged", () => {
  const at = folder();
  writeFileSync(join(at, "ports.json"), "{");
  expect(() => storedPorts(at)).toThrow(/ports\.json is damaged/);
});
