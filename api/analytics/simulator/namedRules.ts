import type { ReplayedLink } from "./replayLink.ts";

/** The answer with each rule's number and name beside its clicks. */
export function namedRules({ proposed, rules, ...replay }: ReplayedLink) {
  const named = proposed.map(({ number, name }, i) => ({ number, name, ...(rules[i] ?? { clicks: 0, people: 0 }) }));
  return { ...replay, rules: named };
}
