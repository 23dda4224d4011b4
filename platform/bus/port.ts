export interface BusSubscription {
  unsubscribe(): Promise<void>;
}

/**
 * Short-lived messages between processes: every current subscriber gets each message at most once, in the order in
 * which its sender sent it. Nothing is stored, so messages that must not be lost belong in the log.
 */
export interface Bus {
  /** Publishes a message; payloads may be larger than 1 MB. */
  publish(channel: string, payload: string): Promise<void>;

  /**
   * Resolves once messages are being received. `onGap` is called when messages may have been missed, for example during
   * a lost connection, so that state must be read again.
   */
  subscribe(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<BusSubscription>;

  ping(): Promise<void>;

  close(): Promise<void>;
}
