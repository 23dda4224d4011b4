import { expect, it, onTestFinished } from "vitest";
import { createLogger } from "../../logging/logger.ts";
import { createPool } from "../../postgres/pool.ts";
import { terminateOthers } from "../../postgres/terminateOthers.ts";
import { freshDatabase } from "../../testing/engines.ts";
import { describeBus } from "../testing/bus.ts";
import { openPostgresBus } from "./bus.ts";

const logger = createLogger("test", "silent");

describeBus("Postgres", async () => {
  const database = await freshDatabase();
  return {
    open: () => openPostgresBus({ databaseUrl: database.url, logger }),
    breakConnections: () => terminateOthers(database.url),
    dispose: () => database.drop(),
  };
});

it("takes a stored message that was swept before it was fetched for a gap", async () => {
  const database = await freshDatabase();
  const [bus, pool] = [
    await openPostgresBus({ databaseUrl: database.url, logger }),
    createPool({ databaseUrl: database.url, logger, applicationName: "test" }),
  ];
  onTestFinished(async () => {
    await bus.close();
    await pool.end();
    await database.drop();
  });
  await pool.query(
    "CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM bus_message; RETURN NULL; END'",
  );
  await pool.query(
    "CREATE CONSTRAINT TRIGGER gone AFTER INSERT ON bus_message DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION gone()",
  );
  let gaps = 0;
  const messages: string[] = [];
  await bus.subscribe(
    "c",
    (message) => messages.push(message),
    () => gaps++,
  );
  await bus.publish("c", "x".repeat(10_000));
  await bus.publish("c", "next");
  await expect.poll(() => messages).toEqual(["next"]);
  expect(gaps).toBe(1);
});

it("rejects when Postgres can't be reached", async () => {
  await expect(openPostgresBus({ databaseUrl: "postgres://x:x@127.0.0.1:1/x", logger })).rejects.toThrow(
    /ECONNREFUSED/,
  );
});
