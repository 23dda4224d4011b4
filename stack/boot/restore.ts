import { restoreStack } from "../backup/restore.ts";
import { asCommand } from "../backup/tool.ts";
import { repositoryRoot } from "../root.ts";

await asCommand(() => restoreStack(repositoryRoot));
