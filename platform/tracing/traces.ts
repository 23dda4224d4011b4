/**
 * Follows batches of clicks through the services, and requests to the api. A batch's id is its trace's id, so every part that
 * knows the batch can report its step, and nothing has to be handed on with the clicks. So is a request's, where it is a UUID.
 */
export interface Traces {
  /** False where nothing is followed at all: then nobody needs to gather what to report. */
  readonly isOn: boolean;
  /**
   * The first step: from the first visitor's answer until the batch was in the log. All others stand below it. Times in
   * milliseconds since the epoch, here and in `step`.
   */
  begin(batchId: string, from: number, until: number, attributes: TraceAttributes): void;
  step(batchId: string, name: string, from: number, until: number, attributes?: TraceAttributes): void;
  /** One request that has been answered. Times in milliseconds since the epoch. */
  request(id: string, name: string, from: number, until: number, attributes: TraceAttributes): void;
  /** Sends what is left, for two seconds at most. */
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

/** The same batches in every service, whatever each of them sees: decided by the random end of the id. */
export function isFollowed(batchId: string, ratio: number): boolean {
  return Number.parseInt(batchId.replaceAll("-", "").slice(-8), 16) / 2 ** 32 < ratio;
}
