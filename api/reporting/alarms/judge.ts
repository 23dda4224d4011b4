/** What an alarm remembers from one window to the next. */
export interface AlarmState {
  /** Whether an incident goes on. */
  readonly isFiring: boolean;
  /** When the last incident was over; null where there was none. */
  readonly calmSince: Date | null;
}

export type AlarmEvent = "fired" | "over" | null;

export interface Verdict {
  readonly state: AlarmState;
  readonly event: AlarmEvent;
}

/**
 * One window's verdict. An incident fires once and is over when a window is as usual; what follows it before the cooldown has passed
 * fires nothing. `isRaised` null: nobody can say, so nothing changes.
 */
export function judge(state: AlarmState, isRaised: boolean | null, windowEnd: Date, cooldownMs: number): Verdict {
  if (isRaised === null || isRaised === state.isFiring) return { state, event: null };
  if (!isRaised) return { state: { isFiring: false, calmSince: windowEnd }, event: "over" };
  const isCooling = state.calmSince !== null && windowEnd.getTime() - state.calmSince.getTime() < cooldownMs;
  return isCooling ? { state, event: null } : { state: { ...state, isFiring: true }, event: "fired" };
}
