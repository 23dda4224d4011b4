/** Number of tests and assertions in a folder's sources; parameterised tests count once. */
export interface Assertions {
  readonly tests: number;
  readonly assertions: number;
}

/** A call of `expect` in any form, or a wait for a part of a page, which fails if the part does not appear. */
const assertion = /\bexpect(?:\.(?:poll|soft|unreachable))?\(|\.waitFor(?:URL|Event|Response|Request)?\(/g;
const testCall = /(?<![.\w])(?:test|it)(?:\.each)?\(/g;

/** Counts tests and assertions in one file's text. */
export function countAssertions(text: string): Assertions {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return { tests: count(testCall), assertions: count(assertion) };
}

/** Returns the folders whose counts differ, by name, and finally the sum of all folders. */
export function compareAssertions(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): (readonly [folder: string, before: Assertions, now: Assertions])[] {
  const [old, current] = [byFolder(before), byFolder(now)];
  const none: Assertions = { tests: 0, assertions: 0 };
  const names = [...new Set([...old.keys(), ...current.keys()])].toSorted();
  const rows = names.map((name) => [name, old.get(name) ?? none, current.get(name) ?? none] as const);
  const differing = rows.filter(([, one, other]) => one.tests !== other.tests || one.assertions !== other.assertions);
  return [
    ...differing,
    ["all", rows.map(([, one]) => one).reduce(add, none), rows.map(([, , one]) => one).reduce(add, none)],
  ];
}

function byFolder(texts: ReadonlyMap<string, string>): Map<string, Assertions> {
  const sums = new Map<string, Assertions>();
  for (const [path, text] of texts) {
    const folder = path.split("/").slice(0, -1).join("/");
    sums.set(folder, add(sums.get(folder) ?? { tests: 0, assertions: 0 }, countAssertions(text)));
  }
  return sums;
}

function add(one: Assertions, other: Assertions): Assertions {
  return { tests: one.tests + other.tests, assertions: one.assertions + other.assertions };
}
