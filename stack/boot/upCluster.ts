import { repositoryRoot } from "../root.ts";
import { clusterFolder } from "../datafolder/open.ts";
import { runSupervisor } from "../supervisor/run.ts";

await runSupervisor(repositoryRoot, { cluster: true, env: clusterFolder(process.env) });
