import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { EngineError } from "../engine.ts";
import type { PostgresBinaries } from "./binaries.ts";

/** A system user that Postgres runs as, because it refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** Settings for starting a Postgres program: its user and a command prefix. */
export interface Launcher {
  /** The user; absent if this process isn't root, because Postgres then runs as the same user. */
  account?: Account;
  command(
    program: string,
    args: readonly string[],
  ): { file: string; args: string[]; options: { uid?: number; gid?: number } };
}

const direct: Launcher = { command: (file, args) => ({ file, args: [...args], options: {} }) };

/**
 * Chooses the launcher for a data folder, whose parent must exist. As root, Postgres runs as the owner of existing
 * data, otherwise as the user postgres; with `parentIsOurs`, that user's group may traverse the parent but not list it.
 * If that user can't reach the programs or the folder, for example below root's private folders, Postgres gets the two
 * capabilities that allow this access, and no other rights of root.
 */
export function chooseLauncher(binaries: PostgresBinaries, dataDir: string, parentIsOurs = false): Launcher {
  if (process.getuid?.() !== 0) return direct;
  const account = ownerOf(dataDir) ?? systemAccount("postgres") ?? systemAccount("_postgres") ?? createAccount();
  const parent = dirname(dataDir);
  if (parentIsOurs) grantTraversal(parent, account);
  const plain = asAccount(account);
  if (reaches(plain, binaries, parent)) return plain;
  const capable = withCapabilities(account);
  if (reaches(capable, binaries, parent)) return capable;
  const folders = [parent, dirname(binaries.postgres)].filter((folder) => !enters(plain, folder));
  throw new EngineError(
    `Postgres runs as the system user with id ${account.uid}, who cannot access ${folders.join(" or ")}. ` +
      "Set HOPLOG_DATA to a folder that this user can access (and install hoplog in such a folder), " +
      "start hoplog as an ordinary user, or set DATABASE_URL to an existing Postgres.",
  );
}

function grantTraversal(folder: string, { gid }: Account): void {
  chownSync(folder, statSync(folder).uid, gid);
  chmodSync(folder, 0o710);
}

function ownerOf(folder: string): Account | undefined {
  if (!existsSync(join(folder, "PG_VERSION"))) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

function systemAccount(name: string): Account | undefined {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

function createAccount(): Account {
  try {
    execFileSync(
      "useradd",
      ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"],
      { stdio: "pipe" },
    );
  } catch (cause) {
    throw new EngineError(
      'Postgres refuses to run as root, and the system user "postgres" is missing and could not be created. ' +
        "Create it, start hoplog as an ordinary user, or set DATABASE_URL.",
      { cause },
    );
  }
  const account = systemAccount("postgres");
  if (!account)
    throw new EngineError(
      'The system user "postgres" was created but cannot be found. Start hoplog as an ordinary user, or set DATABASE_URL.',
    );
  return account;
}

function asAccount(account: Account): Launcher {
  return { account, command: (file, args) => ({ file, args: [...args], options: account }) };
}

function withCapabilities(account: Account): Launcher {
  const capabilities = "+dac_override,+dac_read_search";
  const prefix = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    "--clear-groups",
    `--inh-caps=${capabilities}`,
    `--ambient-caps=${capabilities}`,
    "--",
  ];
  return { account, command: (file, args) => ({ file: "setpriv", args: [...prefix, file, ...args], options: {} }) };
}

function reaches(launcher: Launcher, binaries: PostgresBinaries, folder: string): boolean {
  // initdb reads its templates from share/, and --version loads the shared libraries.
  const templates = join(dirname(binaries.postgres), "..", "share", "postgresql", "postgres.bki");
  return (
    runs(launcher, binaries.postgres, ["--version"]) &&
    enters(launcher, folder) &&
    (!existsSync(templates) || runs(launcher, "/bin/sh", ["-c", 'test -r "$1"', "sh", templates]))
  );
}

function enters(launcher: Launcher, folder: string): boolean {
  return runs(launcher, "/bin/sh", ["-c", 'cd "$1"', "sh", folder]);
}

function runs(launcher: Launcher, program: string, args: readonly string[]): boolean {
  const { file, args: all, options } = launcher.command(program, args);
  try {
    execFileSync(file, all, { ...options, stdio: "ignore", cwd: "/" });
    return true;
  } catch {
    return false;
  }
}
