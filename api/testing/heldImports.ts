import type pg from "pg";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { workImports } from "../links/imports/workImports.ts";
import { holdWork } from "./heldWork.ts";
import { sendImport } from "./sendImport.ts";
import { call, openTestApi, signUp, type TestApi, type TestUser } from "./testApi.ts";

/** An API whose imports continue only when a test lets them, with a new user for each test. */
export interface HeldImports {
  readonly api: TestApi;
  /** Holds the locks of the workers. */
  readonly holder: pg.Client;
  readonly ada: TestUser;
  /** Sends a call to `/api/…` as this user. */
  readonly ask: (method: Parameters<typeof call>[1], path: string, body?: object) => ReturnType<typeof call>;
  /** Returns the `data` of a response. */
  readonly get: (path: string) => Promise<unknown>;
  readonly workAll: () => Promise<void>;
  /** Uploads a file and waits until it is read; returns the import's id. */
  readonly read: (source: string, file: string | Uint8Array, size?: number) => Promise<string>;
  /** Starts an import and waits until its links are created. */
  readonly run: (id: string) => Promise<void>;
}

/**
 * Opens an API for the tests of a file, and closes it after them. `workers` are held in addition to that of imports.
 */
export function heldImports(...workers: readonly string[]): HeldImports {
  let opened: { readonly api: TestApi; readonly holder: pg.Client } | undefined;
  let user: TestUser | undefined;
  beforeAll(async () => {
    const api = await openTestApi();
    opened = { api, holder: await holdWork(api.databaseUrl, "hoplog imports", ...workers) };
  });
  beforeEach(async () => {
    user = await signUp(held.api);
  });
  afterAll(async () => {
    await opened?.holder.end();
    await opened?.api.close();
  });
  const held: HeldImports = {
    get api() {
      return there(opened).api;
    },
    get holder() {
      return there(opened).holder;
    },
    get ada() {
      return there(user);
    },
    ask: (method, path, body) => call(held.api, method, `/api/${path}`, { user: held.ada, ...(body && { body }) }),
    get: async (path) => (await held.ask("GET", path)).body["data"],
    async workAll() {
      while (await workImports(held.api.services)) continue;
    },
    async read(source, file, size) {
      const id = await sendImport(held.api, held.ada, source, file, size);
      await held.workAll();
      return id;
    },
    async run(id) {
      await held.ask("POST", `imports/${id}/start`, {});
      await held.workAll();
    },
  };
  return held;
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("held imports can only be used while a test is running");
  return value;
}
