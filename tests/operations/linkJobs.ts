import pg from "pg";
import { z } from "zod";
import type { TestStack } from "../running/runningStack.ts";
import type { Owner } from "./account.ts";
import { databasesOf } from "./databases.ts";

const jobSchema = z.object({ data: z.object({ _id: z.string(), state: z.string() }) });

/** Starts a job that changes an option of these links, and returns its id. */
export async function startJob(by: Owner, urlIds: readonly string[]): Promise<string> {
  const started = await by.call("POST", "/api/urls/jobs", { urlIds, change: { redirectStatus: 307 } });
  return jobSchema.parse(started).data._id;
}

/** Returns the job's state: waiting, running, done or cancelled. */
export async function stateOf(by: Owner, id: string): Promise<string> {
  return jobSchema.parse(await by.call("GET", `/api/urls/jobs/${id}`)).data.state;
}

/** Starts the job that undoes another, and returns its id. */
export async function undoJob(by: Owner, id: string): Promise<string> {
  return jobSchema.parse(await by.call("POST", `/api/urls/jobs/${id}/undo`)).data._id;
}

/** Prevents the api from running jobs until the returned function is called. */
export async function holdJobs(testStack: TestStack): Promise<() => Promise<void>> {
  const { databaseUrl, postgres } = databasesOf(testStack);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const held = client.query("SELECT pg_advisory_lock(hashtextextended('hoplog link jobs', 0))");
  await postgres("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hoplog link jobs'");
  await held;
  return () => client.end();
}
