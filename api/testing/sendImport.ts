import { importLimits } from "@hoplog/schema/imports/limits.js";
import { expect } from "vitest";
import { z } from "zod";
import { inject } from "./inject.ts";
import { call, type TestApi, type TestUser } from "./testApi.ts";

const created = z.object({ data: z.object({ _id: z.string() }) });

/** Uploads a file in parts of `size` bytes, without reading it; returns the import's id. */
export async function sendImport(
  api: TestApi,
  user: TestUser,
  source: string,
  file: string | Uint8Array,
  size: number = importLimits.partBytes,
): Promise<string> {
  const answer = await call(api, "POST", "/api/imports", { user, body: { source } });
  const id = created.parse(answer.body).data._id;
  const headers = { authorization: `Bearer ${user.accessToken}`, "content-type": "application/octet-stream" };
  const bytes = Buffer.from(file);
  const parts = Math.ceil(bytes.length / size);
  for (let n = 0; n < parts; n++) {
    const payload = bytes.subarray(n * size, (n + 1) * size);
    const url = `/api/imports/${id}/file?part=${n + 1}`;
    expect(await inject(api, { method: "PUT", url, headers, payload })).toMatchObject({ statusCode: 200 });
  }
  await call(api, "POST", `/api/imports/${id}/complete`, { user, body: { parts } });
  return id;
}
