import pDebounce from "p-debounce";

/** The state of each part: "ok", "ok, " with a remark, or what is wrong with it in a few words. */
export interface HealthReport {
  readonly healthy: boolean;
  readonly parts: Readonly<Record<string, string>>;
}

/** Whether a part can be used, by its state in a report; a part that the report does not have can't be. */
export function canBeUsed(state: string | undefined): boolean {
  return state === "ok" || (state?.startsWith("ok, ") ?? false);
}

/** Each thing that a service does for its callers, and whether it can do that now. */
export type Works = Readonly<Record<string, boolean>>;

/**
 * What a port that everybody reaches says: what works, and nothing of the parts. A balancer keeps a service of which something works:
 * 503 only when nothing does.
 */
export function publicHealth(works: Works) {
  const each = Object.values(works);
  const status = each.every(Boolean) ? "ok" : each.some(Boolean) ? "degraded" : "unhealthy";
  return { code: status === "unhealthy" ? 503 : 200, body: { status, works } } as const;
}

/** Calls at the same time share one check, since anybody may send requests. */
export function coalesced<T>(check: () => Promise<T>): () => Promise<T> {
  return pDebounce.promise(check);
}

/** What a check gives to say more than "ok" of a part that can be used. */
export class Remark {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Each check rejects, or takes longer than the timeout, when its part can't be used just now. */
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

/** Connection errors of Node have an empty message when several addresses failed; their code says more. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "failing";
  if (error.message !== "") return error.message;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
