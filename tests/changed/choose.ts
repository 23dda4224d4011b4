/** A test file that what has changed can break. */
export interface Candidate {
  /** A path below the root. */
  readonly file: string;
  readonly project: string;
  /** How long it took when it ran last, in milliseconds; undefined where it never ran here. */
  readonly duration: number | undefined;
}

/** What a file that never ran here is taken to need, in milliseconds: the median, and for what starts a whole stack. */
const guess = { usual: 3_000, stack: 60_000 };
const stackProjects = new Set(["tests", "tests-journeys", "tests-alone", "cluster"]);

/**
 * The test files that fit into the budget (milliseconds): those that have changed themselves first, then those beside
 * what has changed, then the quickest. `left` is the rest, in the same order.
 */
export function choose<C extends Candidate>(
  candidates: readonly C[],
  changed: readonly string[],
  budget: number,
): { chosen: C[]; left: C[] } {
  const folders = new Set(changed.map(folderOf));
  const distance = ({ file }: C) => (changed.includes(file) ? 0 : folders.has(folderOf(file)) ? 1 : 2);
  const timeOf = ({ duration, project }: C) => duration || (stackProjects.has(project) ? guess.stack : guess.usual);
  const chosen: C[] = [];
  const left: C[] = [];
  let sum = 0;
  for (const candidate of candidates.toSorted((a, b) => distance(a) - distance(b) || timeOf(a) - timeOf(b))) {
    const fits = sum + timeOf(candidate) <= budget;
    if (fits) sum += timeOf(candidate);
    (fits ? chosen : left).push(candidate);
  }
  return { chosen, left };
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/") + 1);
}
