import { vi } from "vitest";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { inject } from "../inject.ts";
import { call, type TestApi, type TestUser } from "../testApi.ts";

/** Creates an import of one link, whose file was read but which was not started. */
export async function readImport(api: TestApi, user: TestUser, mark: string): Promise<{ readonly id: string }> {
  const added = await call(api, "POST", "/api/imports", { user, body: { source: "csv", fileName: `${mark}.csv` } });
  const { _id: id } = added.body["data"] as { _id: string };
  await inject(api, {
    method: "PUT",
    url: `/api/imports/${id}/file?part=1`,
    headers: { authorization: `Bearer ${user.accessToken}`, "content-type": "application/octet-stream" },
    // The link's password cannot be imported.
    payload: `url,name,password\nhttps://${mark}.example/imported,Import ${mark},yes\n`,
  });
  await call(api, "POST", `/api/imports/${id}/complete`, { user, body: { parts: 1 } });
  await vi.waitFor(async () => {
    if (
      (await api.services.reads.query(sql`SELECT FROM link_import WHERE id = ${id} AND state = 'ready'`)).rows
        .length === 0
    )
      throw new Error("the import's file has not been read yet");
  }, 60_000);
  return { id };
}
