import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import IconCopy from "virtual:icons/copy";
import IconStarFilled from "virtual:icons/star-filled";
import { icons } from "./icons.ts";

it("draws an icon in lines, as large and thick as is wanted", () => {
  const { container } = render(<IconCopy size={17} stroke={1.4} aria-hidden />);
  const svg = container.firstElementChild;
  expect(svg?.getAttributeNames().toSorted()).toMatchInlineSnapshot(`
    [
      "aria-hidden",
      "fill",
      "height",
      "stroke",
      "stroke-linecap",
      "stroke-linejoin",
      "stroke-width",
      "viewBox",
      "width",
    ]
  `);
  expect(svg).toHaveAttribute("width", "17");
  expect(svg).toHaveAttribute("stroke-width", "1.4");
  expect(svg).toHaveAttribute("fill", "none");
  expect(svg?.querySelectorAll("path")).toHaveLength(2);
});

it("fills an icon that is an area", () => {
  const svg = render(<IconStarFilled color="gold" />).container.firstElementChild;
  expect(svg).toHaveAttribute("fill", "gold");
  expect(svg).not.toHaveAttribute("stroke");
});

it.each([
  ["no-such-icon", "Tabler has no icon no-such-icon"],
  ["constructor", "Tabler has no icon constructor"],
])("refuses %s by name", async (name, message) => {
  const { load } = icons();
  if (typeof load !== "function") throw new TypeError("the plugin loads nothing");
  await expect(Reflect.apply(load, {}, [`\0virtual:icons/${name}`])).rejects.toThrow(message);
});
