/** So many pieces of work at a time, as far as they weigh; what does not fit waits, and goes in the order in which it came. */
export interface Slots {
  /** Resolves when there is room for it, with what gives the room back. What weighs more than all of it takes all of it. */
  enter(weight: number): Promise<() => void>;
}

export function createSlots(room: number): Slots {
  const waiting: { readonly weight: number; readonly go: (leave: () => void) => void }[] = [];
  let free = room;

  function next(): void {
    for (let [first] = waiting; first && first.weight <= free; [first] = waiting) {
      const { weight, go } = first;
      waiting.shift();
      free -= weight;
      let isIn = true;
      go(() => {
        if (isIn) free += weight;
        isIn = false;
        next();
      });
    }
  }

  return {
    enter: (weight) =>
      new Promise((go) => {
        waiting.push({ weight: Math.min(weight, room), go });
        next();
      }),
  };
}
