import { createLogger } from "@hoplog/platform/logging/logger.js";
import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { hashPassword } from "@hoplog/platform/passwords/passwords.js";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { freshClickHouse, freshDatabase } from "@hoplog/platform/testing/engines.js";
import { cheapCost } from "@hoplog/platform/testing/passwords.js";
import { expect, it } from "vitest";
import { logIn, register } from "../accounts/identity/commands.ts";
import { rowsOf, execute } from "../kernel/database/statements.ts";
import { testSettings } from "../testing/testApi.ts";
import { readSettings } from "./env.ts";
import { openServices } from "./openServices.ts";

it("an api with an operator's settings hashes at production cost, and takes hashes of other costs", async () => {
  const [database, clickhouse] = [await freshDatabase(), await freshClickHouse()];
  const { DATABASE_URL, TOKEN_SECRET, clickHouse } = testSettings(database, clickhouse);
  const settings = readSettings({
    DATABASE_URL,
    TOKEN_SECRET,
    CLICKHOUSE_URL: clickHouse.clickHouseUrl,
    CLICKHOUSE_DATABASE: clickHouse.database,
  });
  const { services, close } = await openServices(settings, createLogger("api", "silent"), createRegistry("api"));
  try {
    const [email, password] = ["ada@example.com", "correct horse battery"];
    const caller = { via: "rest", address: "192.0.2.1" } as const;
    const about = { name: "Ada Lovelace", contactNumber: "+44 20 7946 0000", confirmPassword: password };
    await register(services, { ...about, email, password }, caller);
    const em = services.orm.em.fork();
    const [row] = await rowsOf<{ hash: string }>(em, sql`SELECT password_hash AS hash FROM credential`);
    expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await execute(em, sql`UPDATE credential SET password_hash = ${await hashPassword(password, cheapCost)}`);
    expect(await logIn(services, { email, password }, caller)).toMatchObject({ user: { email } });
  } finally {
    await close();
    await database.drop();
    await clickhouse.drop();
  }
});
