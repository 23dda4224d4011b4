// Prints sixty random texts for review: comments, API descriptions, error messages, paragraphs and decision titles.
// SEED repeats a sample; SINCE skips texts that are in that commit.
import { execFileSync, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import fastCheck from "fast-check";
import { kinds, textsIn, textsOf } from "./texts.mjs";

const root = resolve(process.argv[2] ?? ".");
const { SEED: seed = String(Date.now() % 100_000), SINCE: since = "" } = process.env;
if (!/^\d{1,9}$/.test(seed)) fail(`SEED: expected a number of at most nine digits, not ${seed}`);
if (since !== "" && !isCommit(since)) fail(`SINCE: unknown commit ${since}`);

const before = new Map();
const changed = new Set(since === "" ? [] : git("diff", "--name-only", since).split("\n"));
const texts = textsOf(root).filter(
  ({ file, text }) => since === "" || (changed.has(file) && !textsBefore(file).has(text)),
);
console.log(`SEED=${seed}${since && ` SINCE=${since}`}: from ${texts.length} texts`);
for (const [kind, count] of Object.entries(kinds)) {
  const some = texts.filter((text) => text.kind === kind);
  for (const { file, line, text } of pick(some, count)) console.log(`\n${kind}  ${file}:${line}\n  ${text}`);
}

/** Returns the texts of a file at the commit SINCE. */
function textsBefore(file) {
  const texts = before.get(file) ?? new Set(textsIn(file, contentBefore(file)).map(({ text }) => text));
  before.set(file, texts);
  return texts;
}

function contentBefore(file) {
  return git("ls-tree", "--name-only", since, "--", file) === "" ? "" : git("show", `${since}:${file}`);
}

/** Returns a random sample, which is the same for the same seed and texts. */
function pick(all, count) {
  const order = fastCheck.shuffledSubarray([...all.keys()], { minLength: all.length });
  const [chosen = []] = fastCheck.sample(order, { seed: Number(seed), numRuns: 1 });
  return chosen.slice(0, count).map((i) => all[i]);
}

function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 100_000_000 });
}

function isCommit(name) {
  return (
    spawnSync("git", ["rev-parse", "--quiet", "--verify", "--end-of-options", `${name}^{commit}`], { cwd: root })
      .status === 0
  );
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
