/** Whose clicks are asked for. */
export interface Question {
  readonly ownerId: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
}
