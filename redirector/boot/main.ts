import { startEarlyListener } from "../control/earlyListener.ts";
import { defaultReplicaFolder } from "../replica/folders.ts";

// A killed redirector must listen on its port again quickly, so the early listener is started before the rest is
// loaded. Until then only Node's own modules may be imported.
const isSupervised = process.connected;
const timeoutMs = 2000;

// Files of a listener are accessible only to this user.
process.umask(0o077);
const earlyStart = startEarlyListener(process.env["REPLICA_DIR"] || defaultReplicaFolder, process.env);
await Promise.race([earlyStart?.listener?.settled, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
// The supervisor may have ended before 'disconnect' had a listener.
if (isSupervised && !process.connected) process.exit(0);
const { runRedirector } = await import("./runRedirector.ts");
runRedirector(earlyStart);
