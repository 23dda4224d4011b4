import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hoplog-zones-"));
  copyFileSync(path.join(repositoryRoot, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the linter says of a file of this content at this place in the repository, by the repository's own rules. */
function lint(file: string, source: string): { failed: boolean; text: string } {
  const place = path.join(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, source);
  const linter = path.join(repositoryRoot, "node_modules", ".bin", "oxlint");
  const { status, stdout, stderr } = spawnSync(linter, ["-c", ".oxlintrc.json", file], {
    cwd: folder,
    encoding: "utf8",
  });
  return { failed: status !== 0, text: stdout + stderr };
}

test.each([
  ["api/links/a.ts", "@hoplog/redirector/spool/spool.js"],
  ["api/links/b.ts", "../../redirector/spool/spool.ts"],
  ["api/links/c.ts", "../../platform/log/port.ts"],
  ["api/links/d.ts", "../boot/env.ts"],
  ["api/links/e.ts", "../graphql/server.ts"],
  ["api/links/f.ts", "../http/errorReply.ts"],
  ["api/identity/google/a.ts", "../../rest/server.ts"],
  ["api/export/a.ts", "../openapi/describe.ts"],
  ["api/graphql/a.ts", "../links/commands.ts"],
  ["api/graphql/subscriptions/a.ts", "../../stats/liveCounts.ts"],
  ["api/rest/a.ts", "../groups/rest.ts"],
  ["api/http/a.ts", "../boot/features.ts"],
  ["api/calls/a.ts", "../identity/authenticate.ts"],
  ["api/calls/b.ts", "../graphql/server.ts"],
  ["api/eventstore/a.ts", "../links/project.ts"],
  ["api/eventstore/b.ts", "../calls/actor.ts"],
  ["api/database/a.ts", "../links/linkRow.ts"],
  ["api/database/migrations/a.ts", "../../eventstore/stream.ts"],
  ["api/clickhouse/a.ts", "../stats/linkStats.ts"],
  ["api/limits/a.ts", "../calls/actor.ts"],
  ["verify/a.ts", "@hoplog/api/counts/range.js"],
  ["verify/b.ts", "@hoplog/api/testing/testApi.js"],
  ["verify/c.ts", "../api/counts/range.ts"],
  ["verify/a.test.ts", "@hoplog/api/counts/range.js"],
  ["api/links/g.ts", "@hoplog/verify/calendar.js"],
  ["api/links/h.test.ts", "../../verify/calendar.ts"],
  ["redirector/spool/a.ts", "@hoplog/stack/root.js"],
  ["ingest/clicks/a.ts", "@hoplog/api/links/link.js"],
  ["web/links/a.ts", "@hoplog/platform/log/port.js"],
  ["web/links/b.ts", "../../api/links/link.ts"],
  ["platform/log/a.ts", "@hoplog/api/links/link.js"],
  ["schema/events/a.ts", "@hoplog/platform/log/port.js"],
  ["stack/boot/a.ts", "@hoplog/ingest/boot/start.js"],
  ["tests/journeys/a.test.ts", "../../api/links/link.ts"],
  ["tests/journeys/b.test.ts", "@hoplog/sdk"],
  ["sdk/transport/a.ts", "@hoplog/schema/errors.js"],
  ["sdk/transport/b.ts", "../../schema/errors.ts"],
  ["cli/commands/a.ts", "@hoplog/schema/errors.js"],
  ["cli/commands/b.ts", "../../sdk/index.ts"],
  ["cli/commands/c.ts", "../boot/main.ts"],
  ["web/links/c.ts", "@hoplog/sdk"],
  ["api/links/i.ts", "@hoplog/cli"],
])("%s may not import %s", (file, target) => {
  for (const source of [
    `import { a } from "${target}";\nexport const b = a;\n`,
    `import type { A } from "${target}";\nexport type B = A;\n`,
    `export { a } from "${target}";\n`,
  ]) {
    const { failed, text } = lint(file, source);
    expect(text).toContain("no-restricted-imports");
    expect(failed).toBe(true);
  }
});

test.each([
  ["api/links/ok.ts", "@hoplog/schema/limits.js"],
  ["api/boot/ok.ts", "./env.ts"],
  ["api/boot/ok.ts", "../graphql/server.ts"],
  ["api/links/ok.ts", "../calls/graphqlContext.ts"],
  ["api/links/ok.ts", "../eventstore/eventStore.ts"],
  ["api/identity/google/ok.ts", "../../calls/parse.ts"],
  ["api/groups/ok.ts", "../links/graphqlTypes.ts"],
  ["api/graphql/ok.ts", "../identity/authenticate.ts"],
  ["api/graphql/subscriptions/ok.ts", "../documentCheck.ts"],
  ["api/graphql/subscriptions/ok.ts", "../../calls/actor.ts"],
  ["api/http/ok.ts", "../graphql/errors.ts"],
  ["verify/ok.ts", "@hoplog/platform/postgres/clicksHold.js"],
  ["verify/ok.test.ts", "@hoplog/api/testing/testApi.js"],
  ["api/calls/ok.ts", "../eventstore/eventStore.ts"],
  ["api/eventstore/ok.ts", "../database/orm.ts"],
  ["api/database/migrations/ok.ts", "../orm.ts"],
  ["api/links/ok.test.ts", "../boot/features.ts"],
  ["redirector/spool/ok.ts", "@hoplog/platform/log/port.js"],
  ["web/links/ok.ts", "@hoplog/schema/limits.js"],
  ["stack/boot/ok.ts", "@hoplog/platform/env/parseEnv.js"],
  ["cli/commands/ok.ts", "@hoplog/sdk"],
  ["cli/output/ok.ts", "@hoplog/schema/validation/plainText.js"],
  ["tests/journeys/ok.test.ts", "@hoplog/stack/root.js"],
])("%s may import %s", (file, target) => {
  const { text } = lint(file, `export { a } from "${target}";\n`);
  expect(text).not.toContain("no-restricted-imports");
});
