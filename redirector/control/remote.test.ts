import { defaultDomain } from "@hoplog/schema/topics/links/key.js";
import { expect, it } from "vitest";
import { unreadable } from "../replica/linkEntry.ts";
import type { ListenerReport } from "./messages.ts";
import { createRemote } from "./remote.ts";

const at = (code: string) => ({ domain: defaultDomain, code });

it("calls no code unknown that nobody has looked up, and looks it up as soon as there is room", async () => {
  const reports: ListenerReport[] = [];
  const remote = createRemote((what) => void reports.push(what), { maxConcurrent: 2, maxPasswords: 1 });
  const [first, second, again] = [remote.lookUp(at("one")), remote.lookUp(at("two")), remote.lookUp(at("one"))];
  expect(await remote.lookUp(at("three"))).toBe(unreadable);
  expect(reports).toEqual([
    { kind: "ask", key: "one" },
    { kind: "ask", key: "two" },
  ]);
  remote.receive({ kind: "found", key: "one", entry: null });
  expect(await Promise.all([first, again])).toEqual([null, null]);
  const third = remote.lookUp(at("three"));
  for (const key of ["two", "three"]) remote.receive({ kind: "found", key, entry: null });
  expect(await Promise.all([second, third])).toEqual([null, null]);
});
