import { readRows, type Reads } from "../database/reads.ts";

/** The version of a stream, 0 where there is none. Read it before what is shown: an older one only makes a caller read again. */
export async function streamVersion({ reads }: Reads, id: string): Promise<number> {
  const sql = "SELECT coalesce(max(stream_version), 0)::int AS version FROM event WHERE stream_id = ?";
  const [row] = await readRows<{ version: number }>(reads, sql, [id]);
  return row?.version ?? 0;
}
