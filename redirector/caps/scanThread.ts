import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { lowerThreadPriority } from "../threads/priority.ts";
import { scanUsed } from "./scan.ts";

// Reading a slot's chunks blocks, so it runs on a thread of its own.
lowerThreadPriority();
parentPort?.postMessage(scanUsed(z.string().parse(workerData)));
