/**
 * Traces batches of clicks through the services, and requests to the api. A batch's id is also the id of its trace, so
 * every service that knows the batch can report its step, and clicks need no trace context. A request whose id is a
 * UUID is traced in the same way.
 */
export interface Traces {
  /** Whether anything is traced; if false, callers need not collect attributes. */
  readonly isOn: boolean;
  /**
   * Reports the first step, which is the parent of all others: from the response to the first visitor until the batch
   * was in the log. Times are in milliseconds since the epoch, as in `step`.
   */
  begin(batchId: string, from: number, until: number, attributes: TraceAttributes): void;
  step(batchId: string, name: string, from: number, until: number, attributes?: TraceAttributes): void;
  /** Reports one answered request. Times are in milliseconds since the epoch. */
  request(id: string, name: string, from: number, until: number, attributes: TraceAttributes): void;
  /** Sends the remaining spans, for at most two seconds. */
  close(): Promise<void>;
}

export type TraceAttributes = Readonly<Record<string, string | number>>;

export const noTraces: Traces = {
  isOn: false,
  begin: () => {},
  step: () => {},
  request: () => {},
  close: () => Promise.resolve(),
};

/** Decides by the random end of the id whether a batch or request is traced, so that every service decides equally. */
export function isFollowed(batchId: string, ratio: number): boolean {
  return Number.parseInt(batchId.replaceAll("-", "").slice(-8), 16) / 2 ** 32 < ratio;
}
