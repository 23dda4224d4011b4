/** How an engine's process ended. */
export interface EngineExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Whether stop() had been called. */
  expected: boolean;
  /** Reason in one line, if its log has one. */
  reason?: string | null;
}

/** What every engine reports while it runs. */
export interface EngineEvents {
  onLog?: (line: string) => void;
  onExit?: (exit: EngineExit) => void;
}

/** A child process that can be stopped. */
export interface Running {
  pid: number;
  /** Ends the process and resolves when it is gone; calling it again waits for the same end. */
  stop(options?: { hurry?: boolean }): Promise<void>;
}

/** A running database engine. */
export interface Engine extends Running {
  /** The address with user and password, ready for a client. */
  url: string;
}

/** An engine that can't start for a reason that the user can fix. */
export class EngineError extends Error {
  override name = "EngineError";
}
