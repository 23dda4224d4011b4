/** A test file that the changes may break. */
export interface Candidate {
  /** Path of the file below the repository's root. */
  readonly file: string;
  readonly project: string;
  /** Duration of the file's last run in milliseconds; undefined if the file never ran here. */
  readonly duration: number | undefined;
}

/**
 * Assumed duration in milliseconds of a file that never ran here: `stack` if it starts a whole stack, otherwise
 * `usual`, the median.
 */
const guess = { usual: 3_000, stack: 60_000 };
const stackProjects = new Set(["tests", "tests-journeys", "tests-alone", "cluster"]);

/**
 * Chooses test files within the budget (milliseconds): changed ones first, then those in the folders of changed files,
 * then the fastest. `left` is the rest, in the same order.
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
