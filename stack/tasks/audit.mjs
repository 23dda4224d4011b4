// Lists known vulnerabilities of the packages, from the registry, and fails if any is high or critical. If the registry
// is unreachable, reports that and succeeds.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const minute = 60_000;

const { stdout, stderr, error } = spawnSync("npm", ["audit", "--json", "--fetch-retries=1", "--fetch-timeout=20000"], {
  cwd: root,
  encoding: "utf8",
  timeout: minute,
  maxBuffer: 64 * 1024 * 1024,
});

const report = parse(stdout);
if (!report?.metadata?.vulnerabilities) {
  const reason = report?.message ?? error?.message ?? stderr.trim().split("\n").at(-1);
  console.log(`Cannot query the registry for known vulnerabilities: ${reason}`);
} else {
  const { critical, high, moderate, low } = report.metadata.vulnerabilities;
  console.log(`Known vulnerabilities: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low`);
  for (const { name, severity, range, via } of Object.values(report.vulnerabilities)) {
    const titles = via.flatMap((cause) => (typeof cause === "string" ? [] : [cause.title]));
    console.log(`  ${severity.padEnd(8)} ${name} ${range}: ${titles.join("; ") || `by ${via.join(", ")}`}`);
  }
  if (critical + high > 0) process.exitCode = 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
