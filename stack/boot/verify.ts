import { repositoryRoot } from "../root.ts";
import { verifyRunningStack } from "../supervisor/verify.ts";

await verifyRunningStack(repositoryRoot);
