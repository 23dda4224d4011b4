import { moveStackToCluster } from "../backup/moveToCluster.ts";
import { asCommand } from "../backup/tool.ts";
import { repositoryRoot } from "../root.ts";

await asCommand(() => moveStackToCluster(repositoryRoot));
