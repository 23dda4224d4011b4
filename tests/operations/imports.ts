import { z } from "zod";
import type { Account } from "../running/account.ts";

const importSchema = z.object({
  data: z.object({
    _id: z.string(),
    state: z.string(),
    total: z.number(),
    toCreate: z.number(),
    existing: z.number(),
    rejected: z.number(),
    done: z.number(),
    failed: z.number(),
  }),
});
export type ImportState = z.infer<typeof importSchema>["data"];

/** Reads an import's state. */
export async function importOf(by: Account, id: string): Promise<ImportState> {
  return importSchema.parse(await by.call("GET", `/api/imports/${id}`)).data;
}

/** Uploads a file of links and returns the id of its import, whose dry run starts by itself. */
export async function uploadImport(appUrl: string, by: Account, file: string): Promise<string> {
  const { _id: id } = importSchema.parse(await by.call("POST", "/api/imports", { source: "csv" })).data;
  const response = await fetch(`${appUrl}/api/imports/${id}/file?part=1`, {
    method: "PUT",
    headers: { authorization: `Bearer ${by.tokens.accessToken}`, "content-type": "application/octet-stream" },
    body: file,
  });
  if (!response.ok) throw new Error(`the upload of the part returned status ${response.status}`);
  await by.call("POST", `/api/imports/${id}/complete`, { parts: 1 });
  return id;
}
