/** A WHERE over the table `link`, with its values. */
export interface LinkCondition {
  readonly sql: string;
  readonly values: readonly (string | Date | number)[];
}
