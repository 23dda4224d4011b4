import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { EngineError } from "../engine.ts";

const oldest = 17;
const howToGet = `Kafka requires Java ${oldest} or newer; on Debian: apt-get install openjdk-17-jre-headless`;

/**
 * Returns the Java program that runs Kafka: the one in JAVA_HOME, or on the PATH. Throws EngineError if there is none
 * or it is too old.
 */
export function javaProgram(env: NodeJS.ProcessEnv = process.env): string {
  const program = env["JAVA_HOME"] ? join(env["JAVA_HOME"], "bin", "java") : "java";
  const { error, stderr } = spawnSync(program, ["-version"], { encoding: "utf8", env });
  if (error) throw new EngineError(`Java was not found at "${program}". ${howToGet}.`);
  const version = Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  if (version < oldest) throw new EngineError(`"${program}" is Java ${version}. ${howToGet}, or set JAVA_HOME.`);
  return program;
}
