import { z } from "zod";
import type { Account } from "../running/account.ts";
import type { ComposeProject } from "./project.ts";

const added = z.object({ data: z.object({ _id: z.uuid() }) });

/** Adds a domain and marks it as verified, since tests can't set DNS records. */
export async function addProvedDomain(project: ComposeProject, account: Account, name: string): Promise<void> {
  const { _id } = added.parse(await account.call("POST", "/api/domains", { name })).data;
  const at = new Date().toISOString();
  const event = { domainId: _id, from: "pending", to: "verified", at };
  const sql = `
    BEGIN;
    UPDATE domain SET state = 'verified', revision = revision + 1 WHERE id = '${_id}' AND state = 'pending';
    INSERT INTO event (stream_type, stream_id, stream_version, type, schema_version, data, meta)
      SELECT 'domain', id, revision, 'DomainStateChanged', 1, '${JSON.stringify(event)}', '{"userId": null, "via": "system"}'
      FROM domain WHERE id = '${_id}';
    COMMIT`;
  await project.compose("exec", "--no-TTY", "postgres", "psql", "--username=hoplog", "--command", sql);
}
