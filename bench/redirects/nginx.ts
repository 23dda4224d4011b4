import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, readFileSync, truncateSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@hoplog/platform/process/freePort.js";
import type { CertificateFile } from "../measure/certificate.ts";
import { codeOf } from "../measure/zipf.ts";
import { accepts } from "./proxies.ts";

/**
 * An nginx that redirects the same codes from a map, on three ports: with an access log, without one, and with an
 * access log and TLS.
 */
export interface BenchNginx {
  readonly version: string;
  readonly logged: number;
  readonly unlogged: number;
  /** The TLS port; 0 without a certificate. */
  readonly tls: number;
  emptyLog(): void;
  stop(): Promise<void>;
}

/**
 * Starts nginx on the given cores (null for all); as root, first installs it with apt if it is missing. Returns null if
 * nginx is not available.
 */
export async function startNginx(
  parent: string,
  links: number,
  options: {
    readonly cores: string | null;
    readonly workers: number;
    readonly certificate?: CertificateFile | undefined;
  },
): Promise<BenchNginx | null> {
  const version = findNginx();
  if (version === null) return null;
  const folder = path.join(parent, `nginx-${options.workers}`);
  mkdirSync(folder, { recursive: true });
  await writeMap(path.join(parent, "map.conf"), links);
  const [logged, unlogged] = [await freePort(), await freePort()];
  const tls = options.certificate ? await freePort() : 0;
  const config = path.join(folder, "nginx.conf");
  await write(config, [configuration(parent, folder, options, { logged, unlogged, tls })]);
  const pin = options.cores === null ? [] : ["taskset", "-c", options.cores];
  const [program, ...args] = [...pin, "nginx", "-p", folder, "-c", config, "-e", "stderr"];
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  while (!(await accepts(logged))) {
    if (child.exitCode !== null) throw new Error("nginx exited at startup");
    await sleep(100);
  }
  return {
    version,
    logged,
    unlogged,
    tls,
    emptyLog: () => truncateSync(path.join(folder, "access.log")),
    async stop() {
      process.kill(Number(readFileSync(path.join(folder, "nginx.pid"), "utf8")), "SIGTERM");
      await exited;
    },
  };
}

function findNginx(): string | null {
  const version = (): string | undefined =>
    /nginx\/\S+/.exec(spawnSync("nginx", ["-v"], { encoding: "utf8" }).stderr ?? "")?.[0];
  const found = version();
  if (found || process.getuid?.() !== 0) return found ?? null;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "nginx-light"], { stdio: "ignore", env });
  return version() ?? null;
}

/**
 * Returns the configuration. The log has the fields of a recorded click; without a buffer, nginx writes each line at
 * the end of its request.
 */
function configuration(
  parent: string,
  folder: string,
  { workers, certificate }: { readonly workers: number; readonly certificate?: CertificateFile | undefined },
  { logged, unlogged, tls }: { readonly logged: number; readonly unlogged: number; readonly tls: number },
): string {
  const server = (port: number, log: string, more = ""): string => `
  server {
    listen 127.0.0.1:${port}${more && " ssl"} backlog=1024${workers > 1 ? " reuseport" : ""};${more}
    access_log ${log};
    location / {
      add_header Cache-Control no-store always;
      if ($target) { return 302 $target; }
      return 404;
    }
  }`;
  return `
worker_processes ${workers};
daemon off;
pid nginx.pid;
events { worker_connections 4096; }
http {
  map_hash_max_size 4000000;
  map_hash_bucket_size 128;
  map $uri $target { include ${path.join(parent, "map.conf")}; }
  log_format click '$msec $uri $args $remote_addr "$http_user_agent" "$http_referer" "$http_x_forwarded_for"';
  client_body_temp_path ${folder};
  keepalive_requests 1000000000;
  keepalive_timeout 30s;
  tcp_nodelay on;
${server(logged, `${path.join(folder, "access.log")} click`)}
${server(unlogged, "off")}
${certificate ? server(tls, `${path.join(folder, "access.log")} click`, encrypted(certificate)) : ""}
}
`;
}

/** Returns TLS settings with session resumption, as in the redirector. */
function encrypted({ chain, key }: CertificateFile): string {
  return `
    ssl_certificate ${chain};
    ssl_certificate_key ${key};
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_cache shared:tls:10m;`;
}

let written: string | null = null;

async function writeMap(file: string, links: number): Promise<void> {
  if (written === file) return;
  await write(file, lines(links));
  written = file;
}

function* lines(links: number): Generator<string> {
  for (let from = 1; from <= links; from += 1000) {
    let text = "";
    for (let n = from; n < from + 1000 && n <= links; n++) {
      text += `/${codeOf(n)} https://example.com/page/${n}?utm_source=mail;\n`;
    }
    yield text;
  }
}

async function write(file: string, texts: Iterable<string>): Promise<void> {
  const stream = createWriteStream(file);
  for (const text of texts) if (!stream.write(text)) await once(stream, "drain");
  stream.end();
  await once(stream, "close");
}
