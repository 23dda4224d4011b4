import type { TestApi } from "./testApi.ts";

/** Returns the served routes, such as `GET /api/urls/:id`; HEAD only if there is no GET. */
export function servedRoutes({ app }: TestApi): string[] {
  const paths: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const match = /^([│ ]*)[├└]── (\S*?)(?: \(([A-Z, ]+)\))?$/u.exec(line);
      if (!match) return [];
      const [, indent = "", segment = "", list = ""] = match;
      const depth = indent.length / 4;
      paths.length = depth;
      const path = (paths[depth - 1] ?? "") + segment;
      paths[depth] = path;
      const methods = list.split(", ").filter((method) => method !== "" && method !== "OPTIONS");
      return methods
        .filter((method) => method !== "HEAD" || !methods.includes("GET"))
        .map((method) => `${method} ${path}`);
    });
}
