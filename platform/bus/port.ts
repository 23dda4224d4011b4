export interface BusSubscription {
  unsubscribe(): Promise<void>;
}

/**
 * Short-lived messages between processes: whoever listens when one is sent gets it, once, in the order one sender sent
 * it. Nothing is kept for later, so what must not be lost belongs into the log.
 */
export interface Bus {
  /** Payloads up to 1 MB and more. */
  publish(channel: string, payload: string): Promise<void>;

  /**
   * Resolves when messages are being received. `onGap` is called after a lost connection is back: messages may have
   * been missed in between, so state must be read anew.
   */
  subscribe(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<BusSubscription>;

  ping(): Promise<void>;

  close(): Promise<void>;
}
