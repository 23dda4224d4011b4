import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "@hoplog/stack/demo/random.js";
import { repositoryRoot } from "@hoplog/stack/root.js";
import { launchChromium } from "../browser/chromium.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openAccount, type Account } from "../running/account.ts";
import { openDestination } from "../browser/destination.ts";
import { visitors } from "../browser/visitors.ts";
import { openBooks, servedFigures, shownFigures, type TestedLink } from "../faults/figures.ts";
import { startLoad, type Load } from "../faults/steadyLoad.ts";
import { mainJob } from "../journeys/mainJob.ts";
import { composeProject, type ComposeProject } from "./project.ts";

let project: ComposeProject;
let browser: Browser;
let destination: Awaited<ReturnType<typeof openDestination>>;

beforeAll(async () => {
  project = await composeProject(inject("compose"));
  browser = await launchChromium();
  destination = await openDestination();
});
afterAll(async () => {
  destination?.close();
  await browser?.close();
});

const get = (path: string, init?: RequestInit) => fetch(project.url + path, { redirect: "manual", ...init });

describe("on one host name and port", () => {
  test("a person registers, makes a link, sees its visits arrive, and switches it off", async () => {
    const { url } = project;
    const screenshot = () => Promise.resolve();
    await expect(
      mainJob({ browser, appUrl: url, shortUrl: url, destination: destination.url, screenshot }),
    ).resolves.toBeUndefined();
  });

  test("everything goes where it belongs", async () => {
    expect(await (await get("/healthz")).json()).toMatchObject({ status: "ok", works: { redirects: true } });
    for (const path of ["/metrics", "/metrics/", "/METRICS", "/%6detrics", "/api/metrics", "/metrics?x"])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
    expect((await get("//metrics")).status).toBe(403);
    const unknown = await get("/no-such-code");
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain("Link not found");
    for (const path of ["/", "/login", "/urls", "/dashboard", "/no/where/at/all"]) {
      const page = await get(path);
      expect({ path, status: page.status }).toEqual({ path, status: 200 });
      expect(page.headers.get("content-security-policy")).toMatch(
        /default-src 'self'.*connect-src 'self' ws:\/\/localhost:\d+/,
      );
      expect(page.headers.get("cache-control")).toBe("no-cache");
    }
    expect((await get("/nothing.js")).status).toBe(404);
    expect((await get("/reset-password?token=x")).headers.get("referrer-policy")).toBe("no-referrer");
    const shared = await get(`/stats/${"x".repeat(32)}`);
    expect(shared.status).toBe(200);
    expect(shared.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(Object.fromEntries(shared.headers)).toMatchObject({
      "content-type": expect.stringContaining("text/html"),
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex, nofollow",
    });
    expect((await get("/dev/mailbox")).status).toBe(200);
    expect((await get("/api/urls")).status).toBe(401);
    const asset = /src="(\/assets\/[^"]+)"/.exec(await (await get("/")).text())?.[1] ?? "";
    const script = await get(asset, { headers: { "accept-encoding": "gzip" } });
    expect(script.headers.get("content-encoding")).toBe("gzip");
    expect(script.headers.get("cache-control")).toContain("immutable");
  });
});

test("Prometheus finds every service's metrics inside the network, where docs/grafana/prometheus.yml says", async () => {
  const file = readFileSync(join(repositoryRoot, "docs", "grafana", "prometheus.yml"), "utf8");
  const targets = [...file.matchAll(/names: \[(\w+)\], type: A, port: (\d+)/g)].map(([, name, port]) => [name, port]);
  expect(targets).toEqual([
    ["api", "3003"],
    ["redirector", "3004"],
    ["ingest", "3002"],
  ]);
  for (const [name = "", port = ""] of targets) {
    const script = `fetch("http://${name}:${port}/metrics").then(async (answer) => console.log(await answer.text()))`;
    const metrics = await project.compose("exec", "--no-TTY", "ingest", "node", "-e", script);
    expect(metrics).toMatch(new RegExp(`^process_cpu_seconds_total\\{service="${name}"\\} [\\d.]+$`, "m"));
    for (const container of await project.containers(name)) {
      const published = await project.docker("port", container);
      expect({ name, hasMetrics: published.includes(port) }).toEqual({ name, hasMetrics: false });
    }
  }
});

test("nothing starts without the secrets, and the message says what to do", async () => {
  const starting = project.docker("compose", "--env-file", "/dev/null", "up", "--no-start", "redis");
  await expect(starting).rejects.toThrow(/required variable \w+ is missing a value: run "make env" once/);
});

test("without a mail service the api does not start where redirectors listen beyond this machine, whatever PUBLIC_URL says", async () => {
  const run = ["run", "--rm", "--no-deps", "--no-TTY", "api"];
  const refused = /POSTMARK_TOKEN: set it or SMTP_URL: .*\(the proxy's BIND_ADDRESS is not a loopback/;
  await expect(project.composeWith({ BIND_ADDRESS: "0.0.0.0" }, ...run)).rejects.toThrow(refused);
});

test("our containers run as nobody in particular, on a file system that can't be written", async () => {
  for (const service of ["api", "redirector", "ingest"]) {
    for (const container of await project.containers(service)) {
      const [inspected] = JSON.parse(await project.docker("inspect", container));
      expect(inspected.Config.User).toMatch(/^(node|[1-9]\d*:[1-9]\d*)$/);
      expect(inspected.HostConfig.ReadonlyRootfs).toBe(true);
    }
  }
});

describe("no container has rights of root's that it doesn't need", () => {
  const asRoot = ["CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_SETGID", "CAP_SETUID"];
  const added: Record<string, string[]> = {
    postgres: asRoot,
    clickhouse: [...asRoot, "CAP_KILL", "CAP_SYS_NICE"],
    ...Object.fromEntries(["kafka", "redis", "api", "redirector", "ingest"].map((name) => [name, []])),
  };

  test.each(Object.entries(added))("%s", async (service, capabilities) => {
    const containers = await project.containers(service);
    expect(containers.length).toBeGreaterThan(0);
    for (const container of containers) {
      const [{ HostConfig: given }] = JSON.parse(await project.docker("inspect", container));
      expect([given.CapDrop, (given.CapAdd ?? []).toSorted()]).toEqual([["ALL"], capabilities.toSorted()]);
      expect(given.SecurityOpt).toContain("no-new-privileges:true");
      expect(given.ReadonlyRootfs).toBe(service !== "kafka");
      expect(given.Privileged).toBe(false);
      // The serving process has no capabilities, even if its entry point had some, and cannot gain any.
      const status = await project.docker("exec", container, "cat", "/proc/1/status");
      expect(status).toMatch(/^CapEff:\t0{16}$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      expect(status).toMatch(/^Uid:\t[1-9]/m);
    }
  });
});

test("our images hold no compiler and nothing of the tests", async () => {
  const search = `find /app -path /app/node_modules -prune -o \\( -name "*.test.*" -o -name testing -o -name fixtures \\) -print
    ls /app/node_modules/.bin | grep -xE "tsc|vitest|oxlint" || true
    command -v cc gcc make || true`;
  for (const service of ["api", "redirector", "ingest"]) {
    const [container = ""] = await project.containers(service);
    expect(await project.docker("exec", container, "sh", "-c", search)).toBe("");
  }
});

describe("under load", () => {
  let account: Account;
  let links: TestedLink[];
  let load: Load;

  beforeAll(async () => {
    account = await openAccount(project.url, "load@example.com");
    links = await Promise.all(
      [1, 2, 3, 4].map(async (i) => {
        const name = `Link ${i}`;
        return { name, ...(await account.createLink({ name, originalUrl: destination.url })) };
      }),
    );
    load = startLoad({
      shortUrls: [project.url],
      codes: links.map(({ code }, i) => [1 / (i + 1), code]),
      visitors: [
        [9, { userAgent: visitors.firefoxOnLinux, isBot: false }],
        [1, { userAgent: visitors.googlebot, isBot: true }],
      ],
      perSecond: 200,
      random: seededRandom(1),
      isEachNew: true,
    });
  });

  const files = ["--file", "docker-compose.yml", "--file", "docker-compose.balancer.yml"];
  const balanced = (...options: string[]) =>
    project.composeWith({}, ...files, "up", "--detach", "--wait", "--wait-timeout", "240", ...options);

  afterAll(async () => {
    await project.composeWith({}, ...files, "rm", "--stop", "--force", "balancer");
    await project.up("--scale", "redirector=1", "--force-recreate", "redirector");
  });

  /** Resolves after `count` more visits have been answered. */
  async function afterVisits(count: number): Promise<void> {
    const goal = load.answered() + count;
    await expect.poll(() => load.answered()).toBeGreaterThan(goal);
  }

  /** Kills the process that the container's init started, so that the restart policy starts it again. */
  async function killInside(container: string, command: string): Promise<void> {
    const script = `const fs=require("fs");for(const p of fs.readdirSync("/proc"))if(/^\\d+$/.test(p)&&p!=="1"&&p!==String(process.pid))try{if(fs.readFileSync("/proc/"+p+"/cmdline","utf8").includes(${JSON.stringify(command)}))process.kill(Number(p),"SIGKILL")}catch{}`;
    await project.docker("exec", container, "node", "-e", script).catch(() => undefined);
  }

  /**
   * Returns the longest time without an answer, in milliseconds, from the start of `happens` until 400 visits after its
   * end.
   */
  async function longestPause(happens: () => Promise<unknown>): Promise<number> {
    await afterVisits(100);
    const since = Date.now();
    await happens();
    await afterVisits(400);
    const times = [since, ...load.answersSince(since).map(({ until }) => until)].toSorted((a, b) => a - b);
    return Math.max(...times.map((time, i) => time - (times[i - 1] ?? time)));
  }

  /** Returns the number of visits that a redirector has redirected since it started. */
  async function redirects(container: string): Promise<number> {
    const script = `fetch("http://127.0.0.1:3004/metrics").then(async (answer) => console.log(await answer.text()))`;
    const metrics = await project.docker("exec", container, "node", "-e", script);
    return Number(/^hoplog_redirector_answers_total\{[^}]*result="redirect"[^}]*\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
  }

  test("a redirector by itself answers again within two seconds, killed or replaced", async () => {
    const pauses: Record<"killed" | "replaced", number[]> = { killed: [], replaced: [] };
    // Other load on the machine only makes the pause longer, so the test uses the shortest of three pauses.
    for (let i = 0; i < 3; i++) {
      const [redirector = ""] = await project.containers("redirector");
      pauses.killed.push(await longestPause(() => killInside(redirector, "redirector/dist")));
      pauses.replaced.push(await longestPause(() => project.up("--no-deps", "--force-recreate", "redirector")));
    }
    console.log("longest time without an answer, ms:", pauses);
    expect(Math.min(...pauses.killed)).toBeLessThan(2000);
    expect(Math.min(...pauses.replaced)).toBeLessThan(2000);
  });

  test("behind a balancer no visit fails while all redirectors are replaced by new ones", async () => {
    await project.compose("stop", "redirector");
    await balanced();
    await afterVisits(200);
    const since = Date.now();
    const old = await project.containers("redirector");
    await balanced("--no-recreate", "--scale", "redirector=4", "redirector");
    const fresh = (await project.containers("redirector")).filter((container) => !old.includes(container));
    expect([old.length, fresh.length]).toEqual([2, 2]);
    for (const container of fresh) await expect.poll(() => redirects(container)).toBeGreaterThan(0);
    for (const container of old) {
      await project.docker("stop", container);
      await project.docker("rm", "--volumes", container);
    }
    await afterVisits(400);
    expect(load.failures.filter(({ from }) => from > since)).toEqual([]);
  });

  test("behind a balancer parts come and go, are killed, and every click counts once", async () => {
    const before = { answered: load.answered() };
    await balanced("--no-recreate", "--scale", "redirector=3", "--scale", "ingest=2");
    expect(await project.containers("redirector")).toHaveLength(3);
    expect(await project.containers("ingest")).toHaveLength(2);
    await afterVisits(400);

    const [redirector = ""] = await project.containers("redirector");
    await killInside(redirector, "redirector/dist");
    await afterVisits(400);
    const [ingest = ""] = await project.containers("ingest");
    await killInside(ingest, "ingest/dist");
    for (const engine of ["clickhouse", "kafka", "redis", "postgres"]) {
      await project.compose("kill", engine);
      await afterVisits(200);
      await project.compose("start", engine);
      await afterVisits(200);
    }
    // One redirector is removed for good, and another one ships the remaining clicks of the removed one.
    const doomed = (await project.containers("redirector")).at(-1) ?? "";
    await project.docker("rm", "--force", "--volumes", doomed);
    await afterVisits(200);
    await balanced("--no-recreate", "--scale", "redirector=2", "--scale", "ingest=1");
    await afterVisits(400);
    await load.stop();

    const books = openBooks(project.clickHouseUrl);
    const answered = links.map(({ code }) => {
      const counts = load.counts.get(code);
      return (counts?.answeredPeople ?? 0) + (counts?.answeredBots ?? 0);
    });
    let last = "";
    await expect
      .poll(
        async () => {
          const rows = await Promise.all(links.map(async ({ id }) => (await books.ofLink(id))["rows"]?.everyone ?? 0));
          const same = JSON.stringify(rows) === last && rows.every((count, i) => count >= (answered[i] ?? 0));
          last = JSON.stringify(rows);
          return same;
        },
        { timeout: 120_000, interval: 1000 },
      )
      .toBe(true);
    const shown = await shownFigures(project.url, account, links);
    const cutOff = load.failures.filter(({ outcome }) => outcome === "cutOff").length;
    console.log(
      `answered ${load.answered() - before.answered}, cut off ${cutOff}, rows ${last}, answered per link ${answered.join(", ")}`,
    );
    for (const [i, link] of links.entries()) {
      const figures = await books.ofLink(link.id);
      const rows = { people: 0, everyone: 0, ...figures["rows"] };
      const counts = load.counts.get(link.code);
      expect(rows.everyone).toBeGreaterThanOrEqual(answered[i] ?? 0);
      expect(rows.everyone).toBeLessThanOrEqual(
        (answered[i] ?? 0) + (counts?.cutOffPeople ?? 0) + (counts?.cutOffBots ?? 0),
      );
      expect(figures["different clicks"]).toEqual(rows);
      expect(figures["link_quarter"]).toEqual(rows);
      for (const figure of Object.values(await servedFigures(project.url, account, link)))
        expect(rows).toMatchObject(figure);
      expect(shown[i]).toBe(rows.people);
    }
    await books.close();
    expect(load.failures.filter(({ outcome }) => outcome === "wrong")).toEqual([]);
  });
});

test("the sizes of our images", async () => {
  const sizes = await project.docker(
    "images",
    "--format",
    "{{.Repository}} {{.Size}}",
    "--filter",
    `reference=${inject("compose").name}-*`,
  );
  console.log(sizes);
  expect(sizes.trim().split("\n")).toHaveLength(3);
});
