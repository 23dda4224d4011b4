import { parseEnv } from "@hoplog/platform/env/parseEnv.js";
import { postgresUrl } from "@hoplog/platform/env/pieces.js";
import { z } from "zod";
import { migrateDatabase } from "../kernel/database/migrate.ts";
import { openDatabase } from "../kernel/database/orm.ts";
import { rebuildReadTables } from "../kernel/eventstore/rebuild.ts";
import { entities, readTables } from "./features.ts";

const { DATABASE_URL } = parseEnv(z.object({ DATABASE_URL: postgresUrl }));
await migrateDatabase(DATABASE_URL);
const orm = await openDatabase(DATABASE_URL, entities);
try {
  const replayed = await rebuildReadTables(orm, readTables);
  process.stdout.write(`Rebuilt the read tables from ${replayed} events.\n`);
} finally {
  await orm.close();
}
