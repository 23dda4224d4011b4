import pDebounce from "p-debounce";

/** State of each part: "ok", "ok, " with a remark, or a short description of the problem. */
export interface HealthReport {
  readonly healthy: boolean;
  readonly parts: Readonly<Record<string, string>>;
}

/** Returns whether a part is usable, from its state in a report; a missing part is not. */
export function canBeUsed(state: string | undefined): boolean {
  return state === "ok" || (state?.startsWith("ok, ") ?? false);
}

/** Whether each function that a service offers to its callers works now. */
export type WorkingFunctions = Readonly<Record<string, boolean>>;

/**
 * Returns the health for public ports: which functions work, without details of the parts. A balancer should keep using
 * a service that partly works, so the status is 503 only if nothing works.
 */
export function publicHealth(works: WorkingFunctions) {
  const each = Object.values(works);
  const status = each.every(Boolean) ? "ok" : each.some(Boolean) ? "degraded" : "unhealthy";
  return { code: status === "unhealthy" ? 503 : 200, body: { status, works } } as const;
}

/** Lets concurrent calls share one check, because anyone may send requests. */
export function coalesced<T>(check: () => Promise<T>): () => Promise<T> {
  return pDebounce.promise(check);
}

/** Returned by a check to add a remark to the "ok" of a usable part. */
export class Remark {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Checks by part. A part is unusable if its check rejects or takes longer than the timeout. */
export type HealthChecks = Readonly<Record<string, () => Promise<unknown>>>;

export async function healthReport(checks: HealthChecks, timeoutMs = 2000): Promise<HealthReport> {
  const parts = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({ name, ...(await stateOf(check, timeoutMs)) })),
  );
  return {
    healthy: parts.every(({ isOk }) => isOk),
    parts: Object.fromEntries(parts.map(({ name, state }) => [name, state])),
  };
}

interface PartState {
  readonly isOk: boolean;
  readonly state: string;
}

async function stateOf(check: () => Promise<unknown>, timeoutMs: number): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, { isOk: false, state: `no answer within ${timeoutMs} ms` });
  });
  const ok = check().then((value) => ({ isOk: true, state: value instanceof Remark ? `ok, ${value.text}` : "ok" }));
  try {
    return await Promise.race([ok, late]);
  } catch (error) {
    return { isOk: false, state: messageOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Node's connection errors have an empty message if several addresses failed; their code is used instead. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "failing";
  if (error.message !== "") return error.message;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
