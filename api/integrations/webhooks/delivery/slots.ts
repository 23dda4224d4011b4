/** Maximum concurrent requests of one process, in total and per workspace. */
const total = 512;
const ofOwner = 64;
/** Maximum concurrent requests per webhook: at first, and after it has responded quickly for a while. */
const first = 8;
const most = 32;
/** Maximum concurrent requests of all slow or unknown webhooks together, so that they cannot block the others. */
const ofSlow = 128;
const quickMs = 1000;

interface Lane {
  readonly ownerId: string;
  underWay: number;
  allowed: number;
  isQuick: boolean;
}

export interface Slots {
  /** Takes all slots that a webhook may have now, and returns their number. */
  take(webhookId: string, ownerId: string): number;
  /** Returns unused slots. */
  release(webhookId: string, requests: number): void;
  /** Ends a request. A webhook that responds quickly gets more slots, and a slow one fewer, down to one. */
  end(webhookId: string, milliseconds: number, hasAnswered: boolean): void;
  /** Returns the number of free slots in total. */
  free(): number;
  underWay(): number;
}

/** Distributes a process's requests among webhooks, so that a slow receiver does not delay others. */
export function createSlots(): Slots {
  const lanes = new Map<string, Lane>();
  const owners = new Map<string, number>();
  let [underWay, slow] = [0, 0];

  function laneOf(webhookId: string, ownerId: string): Lane {
    const lane = lanes.get(webhookId) ?? { ownerId, underWay: 0, allowed: first, isQuick: false };
    lanes.set(webhookId, lane);
    return lane;
  }

  /** Removes idle webhooks, which start with few slots when they send again. */
  function forgetIdle(): void {
    if (lanes.size < 10_000) return;
    for (const [id, lane] of lanes) if (lane.underWay === 0) lanes.delete(id);
  }

  function count(lane: Lane, by: number): void {
    lane.underWay += by;
    underWay += by;
    if (!lane.isQuick) slow += by;
    const ofTheirs = (owners.get(lane.ownerId) ?? 0) + by;
    if (ofTheirs === 0) owners.delete(lane.ownerId);
    else owners.set(lane.ownerId, ofTheirs);
  }

  return {
    take(webhookId, ownerId) {
      const lane = laneOf(webhookId, ownerId);
      const rooms = [lane.allowed - lane.underWay, ofOwner - (owners.get(ownerId) ?? 0), total - underWay];
      const taken = Math.max(0, Math.min(...rooms, lane.isQuick ? Infinity : ofSlow - slow));
      count(lane, taken);
      return taken;
    },
    release(webhookId, requests) {
      const lane = lanes.get(webhookId);
      if (lane) count(lane, -requests);
    },
    end(webhookId, milliseconds, hasAnswered) {
      const lane = lanes.get(webhookId);
      if (!lane) return;
      count(lane, -1);
      const isQuick = hasAnswered && milliseconds < quickMs;
      lane.allowed = isQuick ? Math.min(most, lane.allowed + 1) : Math.max(1, Math.floor(lane.allowed / 2));
      if (isQuick !== lane.isQuick) slow += isQuick ? -lane.underWay : lane.underWay;
      lane.isQuick = isQuick;
      forgetIdle();
    },
    free: () => total - underWay,
    underWay: () => underWay,
  };
}
