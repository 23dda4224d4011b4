import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../root.ts";
import { eachLine, lastLines } from "../../processes/lines.ts";
import { EngineError } from "../engine.ts";

/** Kafka's version, the same as in pom.xml. */
const version = "4.2.0";
const plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

/**
 * Returns the folder with Kafka's jars, which Maven downloads at the first call (43 MB). Throws EngineError if Maven is
 * missing or the download fails.
 */
export async function kafkaJars(maven = "mvn"): Promise<string> {
  const made = join(repositoryRoot, ".make", `kafka-${version}`);
  if (existsSync(made)) return made;
  const unfinished = `${made}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    await fetchJars(maven, unfinished);
    // The folder is readable by all users, because others may start hoplog on this machine too.
    chmodSync(unfinished, 0o755);
    for (const name of readdirSync(unfinished)) chmodSync(join(unfinished, name), 0o644);
    // Another process may have created the folder in the meantime.
    if (!existsSync(made)) renameSync(unfinished, made);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return made;
}

async function fetchJars(maven: string, folder: string): Promise<void> {
  const pom = join(repositoryRoot, "stack", "engines", "kafka", "pom.xml");
  const args = ["-q", "-B", "-f", pom, plugin, `-DoutputDirectory=${folder}`, "-DincludeScope=runtime"];
  const child = spawn(maven, args, { stdio: ["ignore", "pipe", "pipe"] });
  const log = lastLines(12);
  for (const stream of [child.stdout, child.stderr]) eachLine(stream, log.add);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", () => {
      reject(
        new EngineError(
          `Downloading Kafka requires Maven, and "${maven}" was not found. On Debian: apt-get install maven`,
        ),
      );
    });
    child.once("close", resolve);
  });
  if (code !== 0) throw new EngineError(`Maven could not download Kafka:\n${log.text()}`);
}
