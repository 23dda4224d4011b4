import { startPostgres } from "@hoplog/stack/engines/postgres/postgres.js";
import { migrateDatabase } from "/work/org/api/database/migrate.ts";
const e = await startPostgres({
  dataDir: "/tmp/org/pgdata/postgres",
  port: 45432,
  password: "x",
  database: "hoplog",
  durable: true,
  parentIsOurs: true,
});
console.log(e.url);
await migrateDatabase(e.url);
console.log("migrated", process.pid);
process.on("SIGTERM", () => e.stop().then(() => process.exit()));
setInterval(() => {}, 1e6);
