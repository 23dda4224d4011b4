import type { ChildNode, Container } from "postcss";
import postcss, { Rule } from "postcss";

const scheme = "[data-mantine-color-scheme]";
const darkScheme = /\[data-mantine-color-scheme=(["']?)dark\1\]/g;

const rest = `[data-needs-script] { display: none !important }
noscript > p { margin: 0; padding: 12px 20px; border-bottom: 1px solid var(--line) }
`;

/**
 * Builds the styles of a page without scripts. Nothing sets the colour scheme of such a page, so the given styles for
 * dark mode apply, with higher specificity, if the system is dark.
 */
export function withoutScript(styles: readonly string[]): string {
  const dark = styles.map((text) => {
    const root = postcss.parse(text);
    keepOnlyDarkRules(root);
    return root.toString();
  });
  return `@media (prefers-color-scheme: dark) {\n${dark.join("\n")}\n}\n${rest}`;
}

function keepOnlyDarkRules(container: Container): void {
  for (const node of container.nodes?.slice() ?? []) if (!isDark(node)) node.remove();
}

function isDark(node: ChildNode): boolean {
  if (node instanceof Rule) {
    const selectors = node.selectors.filter((selector) => selector.match(darkScheme));
    if (selectors.length > 0)
      node.selectors = selectors.map((selector) => selector.replaceAll(darkScheme, scheme + scheme));
    return selectors.length > 0;
  }
  if (node.type !== "atrule" || !["layer", "media", "supports"].includes(node.name) || !node.nodes) return false;
  keepOnlyDarkRules(node);
  return node.nodes.length > 0;
}
