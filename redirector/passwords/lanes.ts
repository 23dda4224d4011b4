import { Mutex } from "async-mutex";

/** Does work under one key one after the other, each after a pause, and work without a key at once. */
export function createLanes(pause: () => Promise<void>) {
  const lanes = new Map<string, { readonly mutex: Mutex; present: number }>();
  return async function run<R>(key: string | null, work: () => Promise<R>): Promise<R> {
    if (key === null) return work();
    const lane = lanes.get(key) ?? { mutex: new Mutex(), present: 0 };
    lanes.set(key, lane);
    lane.present++;
    try {
      return await lane.mutex.runExclusive(async () => {
        await pause();
        return work();
      });
    } finally {
      lane.present--;
      if (lane.present === 0) lanes.delete(key);
    }
  };
}
