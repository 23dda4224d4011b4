// Written by "make generate" from the routes of the api.
export const apiSegments: readonly string[] = [
  "api",
  "dev",
  "graphql",
  "healthz",
  "hop.js",
];
