import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import { landingPaths } from "@hoplog/schema/landing.js";
import { appSegments, firstSegment, secretPages } from "@hoplog/schema/paths/appPaths.js";
import { Children, isValidElement, type ReactNode } from "react";
import { expect, it } from "vitest";
import { furtherEntries, entries } from "../core/navigation/entries.ts";
import { routes } from "../build/routes.ts";
import { renderedPages } from "./renderedPages.ts";
import { Screens } from "./Screens.tsx";

interface RouteProps {
  readonly path?: string;
  readonly children?: ReactNode;
}

/** Returns the paths of all routes among elements, except the catch-all route. */
function pathsIn(node: ReactNode): string[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<RouteProps>(child)) return [];
    const { path, children } = child.props;
    return [...(path === undefined || path === "*" ? [] : [path]), ...pathsIn(children)];
  });
}

const served = pathsIn(Screens());

it("each screen is among the routes that are weighed, and the other way round", () => {
  expect(served.map((path) => path.replace(":", "")).toSorted()).toEqual(Object.keys(routes).toSorted());
});

it.each(
  [...served.map(firstSegment), ...readdirSync(join(import.meta.dirname, "../public"))].filter((name) => name !== ""),
)("no short code can be /%s", (segment) => {
  expect(appSegments).toContain(segment);
  expect(isReservedCode(segment)).toBe(true);
});

it.each([
  ...Object.keys(renderedPages),
  ...secretPages,
  ...Object.values(landingPaths).filter((path) => path !== null),
  ...[...entries, ...furtherEntries].map(({ path }) => path),
])("%s, which another list names, is a screen", (path) => {
  expect(served).toContain(path);
});
