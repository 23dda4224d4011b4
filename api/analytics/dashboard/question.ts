/** Whose clicks are counted. */
export interface Question {
  readonly ownerId: string;
  /** Whether bots are counted too. */
  readonly bots: boolean;
}
