// Runs the Makefile's commands on a stack: node stack/dist/boot/tool.js COMMAND
import { repositoryRoot } from "../root.ts";
import { backUpStack } from "../backup/backup.ts";
import { moveStackToCluster } from "../backup/moveToCluster.ts";
import { restoreStack } from "../backup/restore.ts";
import { asCommand, runOnStack } from "../backup/tool.ts";
import { readSettings } from "../settings.ts";
import { rebuildReadTables } from "../supervisor/rebuild.ts";
import { verifyRunningStack } from "../supervisor/verify.ts";

const [command = "", ...args] = process.argv.slice(2);

/** Runs another workspace's program with the addresses of the running stack. */
const onStack = (program: string) => () => asCommand(() => runOnStack(repositoryRoot, program, {}));

const commands: Readonly<Record<string, () => Promise<void>>> = {
  backup: () => asCommand(() => backUpStack(repositoryRoot)),
  deadLetters: onStack("api/dist/boot/deadLetters.js"),
  moveToCluster: () => asCommand(() => moveStackToCluster(repositoryRoot)),
  operator: () =>
    asCommand(() => {
      const { shortUrl } = readSettings(process.env, repositoryRoot);
      return runOnStack(repositoryRoot, "api/dist/bundle/operator.js", { SHORT_URL: shortUrl }, args);
    }),
  rebuild: () => rebuildReadTables(repositoryRoot),
  rebuildViews: onStack("api/dist/boot/rebuildViews.js"),
  reclassify: onStack("api/dist/boot/rejudge.js"),
  republish: onStack("api/dist/boot/republish.js"),
  restore: () => asCommand(() => restoreStack(repositoryRoot)),
  unreadable: onStack("redirector/dist/boot/unreadable.js"),
  verify: () => verifyRunningStack(repositoryRoot),
};

const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (run) {
  await run();
} else {
  process.stderr.write(`Provide a command: ${Object.keys(commands).join(", ")}\n`);
  process.exitCode = 2;
}
