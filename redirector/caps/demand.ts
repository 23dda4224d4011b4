/** How many visits of a cap were wanted lately. */
export interface Demand {
  count(at: number): void;
  /** In the second before `at`, or in the present one: whichever had more. */
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
