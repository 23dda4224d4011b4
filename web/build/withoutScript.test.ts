// @vitest-environment node
import { expect, it } from "vitest";
import { withoutScript } from "./withoutScript.ts";

const styles = `
  a { color: blue }
  [data-mantine-color-scheme="light"] a { color: black }
  :root[data-mantine-color-scheme="dark"], .other { --ink: white }
  @layer mantine { @media (hover: hover) { [data-mantine-color-scheme=dark] b:hover { color: white } i { color: red } } }
  @font-face { font-family: x }
  @keyframes turn { to { opacity: 0 } }
`;

it("keeps what holds in the dark, for wherever the system is dark, and with more weight than the light", () => {
  const twice = "[data-mantine-color-scheme][data-mantine-color-scheme]";
  expect(withoutScript([styles, "b { color: red }"]).replaceAll(/\s+/g, " ")).toContain(
    `@media (prefers-color-scheme: dark) { :root${twice} { --ink: white } ` +
      `@layer mantine { @media (hover: hover) { ${twice} b:hover { color: white } } } } ` +
      "[data-needs-script] { display: none !important }",
  );
});
