import { z } from "zod";
import { inject } from "../inject.ts";
import type { TestApi } from "../testApi.ts";
import { unzip } from "../unzip.ts";
import { outcomeOf, type Row, type Send } from "./walk.ts";

export interface RestRequest {
  /** Value of `:id` in the path. */
  readonly id?: string;
  /** Value of `:kind` in the path. */
  readonly kind?: string;
  /** Value of `:messageId` in the path. */
  readonly messageId?: string;
  readonly query?: Readonly<Record<string, string | string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export type RestRow = Row<RestRequest>;

const failure = z.object({ error: z.object({ type: z.string() }) });

/** Sends the requests of a row's call, `GET /api/urls/:id`. */
export function sendRest(api: TestApi, call: string): Send<RestRequest> {
  const [method = "", path = ""] = call.split(" ");
  return async ({ id = "", kind = "", messageId = "", query = {}, headers = {}, body }, user, workspace) => {
    const response = await inject(api, {
      method,
      url: path.replace(":kind", kind).replace(":id", id).replace(":messageId", messageId),
      query,
      headers: {
        ...headers,
        ...(user && { authorization: `Bearer ${user.accessToken}` }),
        ...(workspace !== undefined && { "x-workspace": workspace }),
      },
      ...(body && { payload: body }),
    });
    const isZip = response.headers["content-type"] === "application/zip";
    const isJson = response.headers["content-type"]?.toString().includes("application/json");
    const parsed: unknown = isJson ? JSON.parse(response.body) : null;
    const failed = failure.safeParse(parsed);
    const text = isZip ? JSON.stringify(await unzip(response.rawPayload)) : response.body;
    return {
      outcome: outcomeOf(response.statusCode, failed.data?.error.type),
      text: `${JSON.stringify(response.headers)} ${text}`,
      body: parsed,
      etag: response.headers["etag"]?.toString(),
    };
  };
}
