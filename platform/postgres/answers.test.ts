import { expect, it, onTestFinished } from "vitest";
import { freshDatabase } from "../testing/engines.ts";
import { openSilentServer } from "../testing/silentServer.ts";
import { postgresAnswers } from "./answers.ts";

it("tells a Postgres that answers, also with a refusal, from one that is frozen or away", async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const silent = await openSilentServer();
  onTestFinished(() => silent.close());
  expect(await postgresAnswers(database.url, 5000)).toBe(true);
  const refused = new URL(database.url);
  refused.pathname = "/no_such_database";
  expect(await postgresAnswers(refused.href, 5000)).toBe(true);
  expect(await postgresAnswers(`postgres://a:b@127.0.0.1:${silent.port}/x`, 200)).toBe(false);
  expect(await postgresAnswers("postgres://a:b@127.0.0.1:1/x", 5000)).toBe(false);
});
