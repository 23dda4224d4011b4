import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { expect, onTestFinished, test } from "vitest";

/** Runs the import check on a repository with only these files; omits its reports about cycles. */
function check(files: Readonly<Record<string, string>>): { failed: boolean; lines: readonly string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), "hoplog-arrows-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(path.join(repositoryRoot, "package.json"), path.join(folder, "package.json"));
  for (const [file, source] of Object.entries(files)) {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, source);
  }
  const script = path.join(repositoryRoot, "stack", "tasks", "checkArrows.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
  const lines = stderr.split("\n").filter((line) => /^\S+ imports /.test(line));
  return { failed: status !== 0, lines };
}

const forms = [
  (target: string) => `import { a } from "${target}";\nexport const b = a;\n`,
  (target: string) => `import type { A } from "${target}";\nexport type B = A;\n`,
  (target: string) => `export { a } from "${target}";\n`,
  (target: string) => `export const b = await import("${target}");\n`,
];

const refused = [
  ["api/links/core/a.ts", "@hoplog/redirector/spool/spool.js"],
  ["api/links/core/a.ts", "../../../redirector/spool/spool.ts"],
  ["api/links/core/a.ts", "../../../platform/log/port.ts"],
  ["api/links/core/a.ts", "../../boot/env.ts"],
  ["api/links/core/a.ts", "../../servers/graphql/server.ts"],
  ["api/links/core/a.ts", "../../analytics/link/linkStats.ts"],
  ["api/links/core/a.ts", "@hoplog/verify/calendar.js"],
  ["api/links/core/a.ts", "@hoplog/cli"],
  ["api/links/core/a.ts", "../../unnamed/a.ts"],
  ["api/links/core/a.test.ts", "../../../verify/calendar.ts"],
  ["api/accounts/identity/google/a.ts", "../../../servers/rest/server.ts"],
  ["api/accounts/identity/a.ts", "../../links/core/link.ts"],
  ["api/analytics/link/a.ts", "../../reporting/alarms/rule.ts"],
  ["api/integrations/webhooks/a.ts", "../../analytics/link/linkStats.ts"],
  ["api/servers/graphql/a.ts", "../../links/core/commands.ts"],
  ["api/servers/graphql/subscriptions/a.ts", "../../../analytics/link/liveCounts.ts"],
  ["api/servers/http/a.ts", "../../boot/features.ts"],
  ["api/clicks/counts/a.ts", "../../links/core/link.ts"],
  ["api/kernel/calls/a.ts", "../../accounts/identity/authenticate.ts"],
  ["api/kernel/calls/a.ts", "../limits/limits.ts"],
  ["api/kernel/eventstore/a.ts", "../../links/core/project.ts"],
  ["api/kernel/eventstore/a.ts", "../calls/actor.ts"],
  ["api/kernel/database/a.ts", "../eventstore/stream.ts"],
  ["api/kernel/database/migrations/a.ts", "../../eventstore/stream.ts"],
  ["api/kernel/access/a.ts", "../database/orm.ts"],
  ["api/kernel/limits/a.ts", "../calls/actor.ts"],
  ["verify/a.ts", "@hoplog/api/clicks/counts/range.js"],
  ["verify/a.ts", "@hoplog/api/testing/testApi.js"],
  ["verify/a.ts", "../api/clicks/counts/range.ts"],
  ["verify/a.test.ts", "@hoplog/api/clicks/counts/range.js"],
  ["redirector/spool/a.ts", "@hoplog/stack/root.js"],
  ["redirector/spool/a.ts", "../boot/main.ts"],
  ["ingest/clicks/a.ts", "@hoplog/api/links/core/link.js"],
  ["web/links/a.ts", "@hoplog/platform/log/port.js"],
  ["web/links/a.tsx", "../../api/links/core/link.ts"],
  ["web/links/a.ts", "@hoplog/sdk"],
  ["platform/log/a.ts", "@hoplog/api/links/core/link.js"],
  ["schema/events/a.ts", "@hoplog/platform/log/port.js"],
  ["stack/boot/a.ts", "@hoplog/ingest/boot/start.js"],
  ["stack/tasks/a.ts", "../../api/boot/env.ts"],
  ["tests/journeys/a.test.ts", "../../api/links/core/link.ts"],
  ["tests/journeys/a.test.ts", "@hoplog/sdk"],
  ["sdk/transport/a.ts", "@hoplog/schema/errors.js"],
  ["sdk/transport/a.ts", "../../schema/errors.ts"],
  ["cli/commands/a.ts", "@hoplog/schema/errors.js"],
  ["cli/commands/a.ts", "../../sdk/index.ts"],
  ["cli/commands/a.ts", "../boot/main.ts"],
] as const;
const refusedFiles = refused.flatMap(([file, target], n) =>
  forms.map((form, i) => ({ file: file.replace("/a.", `/a${n}_${i}.`), target, source: form(target) })),
);

test("what goes the wrong way is refused by name, and nothing else", () => {
  const { failed, lines } = check(Object.fromEntries(refusedFiles.map(({ file, source }) => [file, source])));
  expect(failed).toBe(true);
  expect(lines.map((line) => line.slice(0, line.indexOf(":"))).toSorted()).toEqual(
    refusedFiles.map(({ file, target }) => `${file} imports ${target}`).toSorted(),
  );
});

test("what goes the right way passes, and tests and boot may reach more", () => {
  const allowed = [
    ["api/links/core", "@hoplog/schema/limits.js"],
    ["api/links/core", "../../kernel/calls/graphqlContext.ts"],
    ["api/links/core", "../../kernel/limits/limits.ts"],
    ["api/links/groups", "../core/graphqlTypes.ts"],
    ["api/analytics/bots/rules", "../../link/storedDays.ts"],
    ["api/accounts/identity/google", "../../../kernel/contract/parse.ts"],
    ["api/servers/graphql", "../../accounts/identity/authenticate.ts"],
    ["api/servers/graphql/subscriptions", "../documentCheck.ts"],
    ["api/servers/http", "../graphql/errors.ts"],
    ["api/boot", "../servers/graphql/server.ts"],
    ["api/kernel/calls", "../eventstore/eventStore.ts"],
    ["api/kernel/eventstore", "../database/orm.ts"],
    ["api/kernel/database/migrations", "../orm.ts"],
    ["verify", "@hoplog/platform/postgres/clicksHold.js"],
    ["redirector/spool", "@hoplog/platform/log/port.js"],
    ["web/links", "@hoplog/schema/limits.js"],
    ["stack/boot", "@hoplog/platform/env/parseEnv.js"],
    ["cli/commands", "@hoplog/sdk"],
    ["cli/output", "@hoplog/schema/validation/plainText.js"],
  ];
  const files = allowed.map(([folder, target], i) => [`${folder}/ok${i}.ts`, `export { a } from "${target}";\n`]);
  const inTests = [
    ["api/links/core/ok.test.ts", "../../boot/features.ts"],
    ["api/testing/ok.ts", "../boot/features.ts"],
    ["verify/ok.test.ts", "@hoplog/api/testing/testApi.js"],
    ["tests/journeys/ok.test.ts", "@hoplog/stack/root.js"],
  ].map(([file, target]) => [file, `export { a } from "${target}";\n`]);
  expect(check(Object.fromEntries([...files, ...inTests]))).toEqual({ failed: false, lines: [] });
});
