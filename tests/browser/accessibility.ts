import axe from "axe-core";
import type { Page } from "playwright-core";
import { z } from "zod";

/** The rules of WCAG 2.2 AA and below, and axe's best practices. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules that depend only on colours. */
export const colourRules = ["color-contrast", "link-in-text-block"];

const results = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      help: z.string(),
      nodes: z.array(z.object({ html: z.string(), any: z.array(z.object({ message: z.string() })) })),
    }),
  ),
});

/** Returns axe's violations on the current page, by all rules or the given ones, one line per rule and element. */
export async function accessibilityProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  // axe has 500 kB, so it is injected once per document.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const { violations } = results.parse(
    await page.evaluate(
      `axe.run(document, { runOnly: ${JSON.stringify(rules ?? tags)}, resultTypes: ["violations"] })`,
    ),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html.slice(0, 160)}: ${node.any[0]?.message ?? ""}`),
  );
}
