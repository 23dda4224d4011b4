import { asCommand, runOnStack } from "../backup/tool.ts";
import { repositoryRoot } from "../root.ts";
import { readSettings } from "../settings.ts";

await asCommand(() => {
  const { shortUrl } = readSettings(process.env, repositoryRoot);
  return runOnStack(repositoryRoot, "api/dist/boot/operator.js", { SHORT_URL: shortUrl }, process.argv.slice(2));
});
