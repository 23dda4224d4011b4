/** What the feeding thread is started with. */
export interface FeedData {
  /** Of the slot whose replica it feeds. */
  readonly slotFolder: string;
  readonly databaseUrl: string;
  readonly kafkaBrokers: readonly string[] | undefined;
  readonly logLevel: string;
}

/** From the redirector to the feeding thread. */
export type FeedOrder = { readonly kind: "check"; readonly id: number } | { readonly kind: "stop" };

/** From the feeding thread. */
export type FeedReport =
  /** `problem` is null when the log can be reached. */
  | { readonly kind: "checked"; readonly id: number; readonly problem: string | null }
  /** The replica knows every code that was there when the thread started. */
  | { readonly kind: "complete" }
  /** So many records could not be read. */
  | { readonly kind: "unreadable"; readonly count: number };
