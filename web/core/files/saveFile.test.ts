import { afterEach, expect, it, vi } from "vitest";
import { saveCsv } from "./saveFile.ts";

afterEach(() => vi.restoreAllMocks());

it("saves rows without anything that a spreadsheet would run, and numbers as they are", async () => {
  const saved: Blob[] = [];
  vi.stubGlobal("URL", {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  saveCsv("links", [
    { Name: '=HYPERLINK("https://evil.example")', Clicks: -5 },
    { Name: "a;@SUM(A1)", Clicks: 1 },
  ]);
  // The byte order mark identifies the file as UTF-8 to spreadsheets.
  expect(new Uint8Array((await saved[0]?.arrayBuffer()) ?? []).subarray(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
  expect(await saved[0]?.text()).toContain(
    `Name,Clicks\r\n"'=HYPERLINK(""https://evil.example"")",-5\r\n"a;'@SUM(A1)",1\r\n`,
  );
});
