import { signedFetch } from "../../../core/session/signedFetch.ts";

/** A view that a query may read. */
export interface SqlView {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly comment: string }[];
}

export interface SqlLimits {
  readonly seconds: number;
  readonly secondsMax: number;
  readonly memoryBytes: number;
  readonly rowsRead: number;
  readonly resultRows: number;
  readonly queriesInHour: number;
  readonly secondsInHour: number;
  readonly shownRows: number;
  readonly textMax: number;
}

/** The installation's SQL console: availability, views and limits. */
export interface SqlConsole {
  readonly available: boolean;
  readonly views: readonly SqlView[];
  readonly limits: SqlLimits;
}

export interface SqlResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  readonly truncated: boolean;
  readonly rowsRead: number;
  readonly seconds: number;
}

export type FileFormat = "csv" | "parquet";

const fileTypes = { csv: "text/csv;charset=utf-8", parquet: "application/vnd.apache.parquet" } as const;

export async function fetchConsole(signal?: AbortSignal): Promise<SqlConsole> {
  return dataOf<SqlConsole>(await signedFetch("/api/sql", signal ? { signal } : {}));
}

/** Runs a query; aborting the request also cancels the query in ClickHouse. */
export async function runQuery(query: string, signal: AbortSignal): Promise<SqlResult> {
  return dataOf<SqlResult>(await post({ query, format: "table" }, signal));
}

export async function fetchFile(query: string, format: FileFormat, signal: AbortSignal): Promise<Blob> {
  const response = await post({ query, format }, signal);
  return new Blob([await response.blob()], { type: fileTypes[format] });
}

/** Cancels the running query, in case a proxy keeps the query's connection open after an abort. */
export async function cancelQuery(): Promise<void> {
  await signedFetch("/api/sql", { method: "DELETE" });
}

function post(body: object, signal: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return signedFetch("/api/sql", { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Reads `data` from a response of our own server, which the OpenAPI document describes. */
async function dataOf<T>(response: Response): Promise<T> {
  const { data }: { data: T } = await response.json();
  return data;
}
