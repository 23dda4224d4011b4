import { repositoryRoot } from "@hoplog/stack/root.js";
import { runSupervisor } from "@hoplog/stack/supervisor/run.js";
import { throughProxies } from "./throughProxies.ts";

await runSupervisor(repositoryRoot, { through: throughProxies() });
