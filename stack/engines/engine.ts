/** Describes how an engine's process ended. */
export interface EngineExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Whether `stop()` had been called before the process ended. */
  expected: boolean;
  /** Reason in one line, if the log contains one. */
  reason?: string | null;
}

/** Callbacks for events of a running engine. */
export interface EngineEvents {
  onLog?: (line: string) => void;
  onExit?: (exit: EngineExit) => void;
}

/** A child process that can be stopped. */
export interface Running {
  pid: number;
  /** Ends the process and resolves when it has ended; further calls wait for the same end. */
  stop(options?: { hurry?: boolean }): Promise<void>;
}

/** A running Postgres, ClickHouse, Redis or Kafka server. */
export interface Engine extends Running {
  /** URL with user and password for clients; HOST:PORT for Kafka. */
  url: string;
}

/** Thrown if an engine can't start for a reason that the user can fix. */
export class EngineError extends Error {
  override name = "EngineError";
}
