import { repositoryRoot } from "../root.ts";
import { runSupervisor } from "../supervisor/run.ts";

await runSupervisor(repositoryRoot);
