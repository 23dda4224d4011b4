import { asCommand, runOnStack } from "../backup/tool.ts";
import { repositoryRoot } from "../root.ts";

await asCommand(() => runOnStack(repositoryRoot, "api/dist/boot/republish.js", {}));
