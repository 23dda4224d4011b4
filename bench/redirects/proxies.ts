import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@hoplog/platform/process/freePort.js";

/** A proxy in front of a redirector, with one worker. */
export interface Proxy {
  readonly name: string;
  readonly port: number;
  stop(): Promise<void>;
}

interface ProxyKind {
  readonly name: string;
  readonly program: string;
  /** Arguments with which the program prints its version. */
  readonly version: readonly string[];
  configuration(port: number, server: number): string;
  command(file: string): readonly string[];
}

/** Speaks HTTP and keeps connections to the redirector open. */
const nginx: ProxyKind = {
  name: "nginx",
  program: "nginx",
  version: ["-v"],
  configuration: (port, server) => `
worker_processes 1;
daemon off;
pid nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  keepalive_requests 1000000000;
  upstream redirector {
    server 127.0.0.1:${server};
    keepalive 256;
    keepalive_requests 1000000000;
  }
  server {
    listen 127.0.0.1:${port} backlog=1024;
    location / {
      proxy_pass http://redirector;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`,
  command: (file) => ["-p", path.dirname(file), "-c", file, "-e", "stderr"],
};

/** Speaks HTTP and keeps connections to the redirector open. */
const caddy: ProxyKind = {
  name: "Caddy",
  program: "caddy",
  version: ["version"],
  configuration: (port, server) => `
{
  admin off
  auto_https off
  persist_config off
  log default {
    level ERROR
  }
}
http://:${port} {
  bind 127.0.0.1
  reverse_proxy 127.0.0.1:${server}
}
`,
  command: (file) => ["run", "--config", file, "--adapter", "caddyfile"],
};

/** Forwards TCP connections, as in docker compose's overlay. */
const haproxy: ProxyKind = {
  name: "HAProxy",
  program: "haproxy",
  version: ["-v"],
  configuration: (port, server) => `
global
  maxconn 4096
  nbthread 1
defaults
  mode tcp
  timeout connect 2s
  timeout client 5m
  timeout server 5m
listen redirectors
  bind 127.0.0.1:${port}
  server redirector 127.0.0.1:${server} send-proxy-v2
`,
  command: (file) => ["-f", file],
};

export const proxyKinds = { nginx, caddy, haproxy };

/** Starts a proxy on the given cores (null for all). Resolves with null if it is not installed; rejects if it ends. */
export async function startProxy(
  { name, program, version, configuration, command }: ProxyKind,
  folder: string,
  server: number,
  cores: string | null,
): Promise<Proxy | null> {
  const asked = spawnSync(program, version, { encoding: "utf8" });
  if (asked.error) return null;
  const number = /\d+\.\d+(\.\d+)?/.exec(asked.stdout + asked.stderr)?.[0] ?? "";
  const port = await freePort();
  const own = path.join(folder, program);
  mkdirSync(own, { recursive: true });
  const file = path.join(own, "configuration");
  writeFileSync(file, configuration(port, server));
  const [started = "", ...args] = [...(cores === null ? [] : ["taskset", "-c", cores]), program, ...command(file)];
  const child = spawn(started, args, {
    stdio: ["ignore", "ignore", "pipe"],
    // Caddy starts a thread per core, even for cores that it may not use.
    env: { ...process.env, HOME: own, GOMAXPROCS: cores === null ? undefined : "1" },
  });
  const exited = once(child, "exit");
  let said = "";
  child.stderr?.on("data", (piece: Buffer) => (said += piece.toString()));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${said}`);
    await sleep(100);
  }
  return {
    name: `${name} ${number}`,
    port,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Returns whether a local port accepts connections. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
