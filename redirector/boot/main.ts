import { startEarlyListener } from "../control/earlyListener.ts";
import { defaultReplicaFolder } from "../replica/folders.ts";

// A redirector that was killed is awaited on its port: a listener comes first, and the rest is not even loaded until it
// has got there. Nothing but Node's own modules may be imported for it.
const isSupervised = process.connected;
const timeoutMs = 2000;

// What a listener makes is for this user alone.
process.umask(0o077);
const earlyStart = startEarlyListener(process.env["REPLICA_DIR"] || defaultReplicaFolder, process.env);
await Promise.race([earlyStart?.listener?.settled, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
// The supervisor may have gone meanwhile: its 'disconnect' had no listener yet.
if (isSupervised && !process.connected) process.exit(0);
const { runRedirector } = await import("./runRedirector.ts");
runRedirector(earlyStart);
