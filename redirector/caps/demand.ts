/** Counts recent visits of a cap. */
export interface Demand {
  count(at: number): void;
  /** Returns the visits in the current second of `at` or in the previous one, whichever has more. */
  within(at: number): number;
}

export function createDemand(): Demand {
  let second = 0;
  let present = 0;
  let before = 0;

  function tick(at: number): void {
    const now = Math.floor(at / 1000);
    if (now === second) return;
    before = now === second + 1 ? present : 0;
    present = 0;
    second = now;
  }

  return {
    count(at) {
      tick(at);
      present++;
    },
    within(at) {
      tick(at);
      return Math.max(present, before);
    },
  };
}
