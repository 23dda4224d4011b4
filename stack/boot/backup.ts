import { backUpStack } from "../backup/backup.ts";
import { asCommand } from "../backup/tool.ts";
import { repositoryRoot } from "../root.ts";

await asCommand(() => backUpStack(repositoryRoot));
