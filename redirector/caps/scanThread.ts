import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { lowerThreadPriority } from "../threads/priority.ts";
import { scanUsed } from "./scan.ts";

// Runs on a separate thread, because reading a slot's chunks blocks.
lowerThreadPriority();
parentPort?.postMessage(scanUsed(z.string().parse(workerData)));
