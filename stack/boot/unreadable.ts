import { asCommand, runOnStack } from "../backup/tool.ts";
import { repositoryRoot } from "../root.ts";

await asCommand(() => runOnStack(repositoryRoot, "redirector/dist/boot/unreadable.js", {}));
