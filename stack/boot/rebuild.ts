import { repositoryRoot } from "../root.ts";
import { rebuildReadTables } from "../supervisor/rebuild.ts";

await rebuildReadTables(repositoryRoot);
