import { readFileSync } from "node:fs";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, test } from "vitest";

const files = ["Dockerfile", "docker-compose.yml", "docker-compose.balancer.yml", "docs/replicas/docker-compose.yml"];

/** Third-party container images with their tags. */
const images = files.flatMap((file) => {
  const text = readFileSync(path.join(repositoryRoot, file), "utf8");
  return [...text.matchAll(/^(?:\s*image:|FROM) (\S+:\S+)/gm)].map(([, image = ""]) => [file, image] as const);
});

test("images of others are named", () => {
  expect(images.length).toBeGreaterThan(5);
});

test.each(images)("%s names %s by its full version", (_file, image) => {
  const parts = image.startsWith("postgres:") ? 2 : 3;
  expect(/:(\d+(?:\.\d+)*)(?:-[\w.-]+)?$/.exec(image)?.[1]?.split(".").length).toBeGreaterThanOrEqual(parts);
});
