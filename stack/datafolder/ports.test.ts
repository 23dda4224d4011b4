import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { storedPorts, loadPorts } from "./ports.ts";

/** What the release before metrics had ports of their own wrote, and accepts. */
const formerNames = "postgres clickHouse ingest api kafka kafkaController redis ingest2 redirector1 redirector2".split(
  " ",
);

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "hoplog-ports-test-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

it("chooses free ports at the first start and keeps them", async () => {
  const at = folder();
  expect(storedPorts(at)).toBeUndefined();
  const ports = await loadPorts(at, []);
  expect(new Set(Object.values(ports)).size).toBe(formerNames.length + 3);
  expect(await loadPorts(at, [])).toEqual(ports);
  expect(storedPorts(at)).toEqual(ports);
});

it("opens the file of the release before, and leaves one that that release opens", async () => {
  const at = folder();
  const first = await loadPorts(at, []);
  rmSync(join(at, "metrics-ports.json"));
  const { apiMetrics: _, analysts: _analysts, analystsMetrics: _metrics, ...former } = first;
  expect(storedPorts(at)).toEqual(former);
  expect(await loadPorts(at, [])).toEqual({
    ...former,
    apiMetrics: expect.any(Number),
    analysts: expect.any(Number),
    analystsMetrics: expect.any(Number),
  });
  expect(Object.keys(JSON.parse(readFileSync(join(at, "ports.json"), "utf8")))).toEqual(formerNames);
});

it("opens the files of a release that knew fewer", async () => {
  const at = folder();
  const { analystsMetrics: _, ...fewer } = await loadPorts(at, []);
  writeFileSync(
    join(at, "metrics-ports.json"),
    JSON.stringify({ apiMetrics: fewer.apiMetrics, analysts: fewer.analysts }),
  );
  expect(storedPorts(at)).toEqual(fewer);
  expect(await loadPorts(at, [])).toEqual({ ...fewer, analystsMetrics: expect.any(Number) });
});

it("opens the file of a later release, with names that it doesn't know", async () => {
  const at = folder();
  const ports = await loadPorts(at, []);
  writeFileSync(join(at, "ports.json"), JSON.stringify({ ...ports, somethingNew: 1 }));
  expect(await loadPorts(at, [])).toEqual(ports);
});

it("says which file is damaged", () => {
  const at = folder();
  writeFileSync(join(at, "ports.json"), "{");
  expect(() => storedPorts(at)).toThrow(/ports\.json is damaged/);
});
