import { setTimeout as sleep } from "node:timers/promises";

/** Runs one statement and returns its output; settings are sent as URL parameters. Throws with ClickHouse's message. */
export async function runSql(url: string, sql: string, database = "hoplog", settings: Record<string, string> = {}) {
  const response = await fetch(addressOf(url, { database, ...settings }), {
    method: "POST",
    body: sql,
    headers: headersOf(url),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text.slice(0, 500));
  return text.trim();
}

/** Sends a raw body, such as rows for an insert. Throws with ClickHouse's message. */
export async function sendRows(
  url: string,
  query: string,
  body: ReadableStream | Uint8Array<ArrayBuffer>,
  database: string,
  settings: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(addressOf(url, { database, query, ...settings }), {
    method: "POST",
    body,
    headers: headersOf(url),
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
  const text = await response.text();
  if (!response.ok || text !== "") throw new Error(text.slice(0, 500));
}

export function addressOf(url: string, parameters: Record<string, string>): string {
  const { origin } = new URL(url);
  return `${origin}/?${new URLSearchParams(parameters).toString()}`;
}

export function headersOf(url: string): Record<string, string> {
  const { username, password } = new URL(url);
  return { "x-clickhouse-user": decodeURIComponent(username), "x-clickhouse-key": decodeURIComponent(password) };
}

/** Waits until no merge runs, so that one turn's merges don't burden the next. */
export async function mergesDone(url: string): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    quiet = (await runSql(url, "SELECT count() FROM system.merges")) === "0" ? quiet + 1 : 0;
    await sleep(200);
  }
}
