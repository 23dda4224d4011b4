import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { lowerThreadPriority } from "../threads/priority.ts";
import { scanUsed } from "./scan.ts";

// Reads chunks of a slot, which blocks: on a thread of its own, so that nobody waits for it.
lowerThreadPriority();
parentPort?.postMessage(scanUsed(z.string().parse(workerData)));
