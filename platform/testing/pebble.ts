import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../process/freePort.ts";
import { makeCertificates } from "./certificates.ts";
import { goProgram } from "./goProgram.ts";

export interface PebbleSettings {
  /** The folder for certificates and configuration. */
  readonly folder: string;
  /** The address that the CA listens on; 127.0.0.1 by default. */
  readonly host?: string;
  /** The DNS server that the CA uses, as address:port. */
  readonly dns: string;
  /** The port to which the CA sends challenge requests. */
  readonly httpPort: number;
  /** The validity of the certificates that the CA issues. */
  readonly validitySeconds?: number;
  /** External account keys in base64url by their IDs; if omitted, accounts need none. */
  readonly bindings?: Readonly<Record<string, string>>;
  /** The percentage of valid nonces that the CA rejects; 0 by default. */
  readonly nonceReject?: number;
  /** Seconds that the CA waits before a validation; none by default. */
  readonly validationSeconds?: number;
}

/** Let's Encrypt's CA for tests. It stores nothing: when it is stopped, all accounts and orders are lost. */
export interface Pebble {
  readonly port: number;
  readonly directory: string;
  /** Path of the root certificate of the CA's own HTTPS server. */
  readonly caFile: string;
  /** Returns the root certificate of the certificates that the CA issues, as PEM. */
  root(): Promise<string>;
  stop(): Promise<void>;
  /** Restarts the CA on the same ports, after a stop. */
  start(): Promise<void>;
}

const sources = fileURLToPath(new URL("./pebble/", import.meta.url));
const made = fileURLToPath(new URL("../../.make/", import.meta.url));

/** Returns the program's path, building it on the first call. Throws if Go is missing. */
export function pebbleProgram(go?: string, folder = made): Promise<string> {
  const target = "github.com/letsencrypt/pebble/v2/cmd/pebble";
  return goProgram({ name: "pebble", sources, files: ["go.mod", "go.sum"], target, oldestGo: "1.25" }, folder, go);
}

export async function startPebble(settings: PebbleSettings): Promise<Pebble> {
  const { folder, host = "127.0.0.1", dns, httpPort, bindings } = settings;
  const program = await pebbleProgram();
  const [port, managementPort] = [await freePort(), await freePort()];
  const certificates = await makeCertificates(folder, Date.now(), [host]);
  const configuration = join(folder, "pebble.json");
  await writeFile(
    configuration,
    JSON.stringify({
      pebble: {
        listenAddress: `${host}:${port}`,
        managementListenAddress: `${host}:${managementPort}`,
        certificate: certificates.server.cert,
        privateKey: certificates.server.key,
        httpPort,
        tlsPort: 1,
        externalAccountBindingRequired: bindings !== undefined,
        ...(bindings && { externalAccountMACKeys: bindings }),
        keyAlgorithm: "ecdsa",
        profiles: { default: { description: "tests", validityPeriod: settings.validitySeconds ?? 90 * 24 * 3600 } },
      },
    }),
  );
  const ca = await readFile(certificates.ca, "utf8");
  const { validationSeconds } = settings;
  const env = {
    PEBBLE_WFE_NONCEREJECT: String(settings.nonceReject ?? 0),
    ...(validationSeconds === undefined
      ? { PEBBLE_VA_NOSLEEP: "1" }
      : { PEBBLE_VA_SLEEPTIME: String(validationSeconds) }),
  };
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn(program, ["-config", configuration, "-dnsserver", dns], { env, stdio: "ignore" });
    const ended = once(child, "exit").then(() => Promise.reject(new Error("Pebble exited at startup")));
    ended.catch(() => {});
    await Promise.race([ended, answering(`https://${host}:${port}/dir`, ca)]);
  };
  await start();
  return {
    port,
    directory: `https://${host}:${port}/dir`,
    caFile: certificates.ca,
    root: () => get(`https://${host}:${managementPort}/roots/0`, ca),
    start,
    async stop() {
      if (!child || child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function answering(url: string, ca: string): Promise<void> {
  for (;;) {
    const found = await get(url, ca).then(
      () => true,
      () => false,
    );
    if (found) return;
  }
}

function get(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ca }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve(text));
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}
