export const alarmKinds = ["spike", "drop", "misses", "expiring", "dead"] as const;
export type AlarmKind = (typeof alarmKinds)[number];
/** Kinds that list resources; each resource is reported once. */
export type ListedKind = "expiring" | "dead";
/** Kinds that compare a count with its usual value. */
export type CountedKind = Exclude<AlarmKind, ListedKind>;

export function isListed(kind: AlarmKind): kind is ListedKind {
  return kind === "expiring" || kind === "dead";
}

export const sensitivities = ["low", "medium", "high"] as const;
export type Sensitivity = (typeof sensitivities)[number];

export const windowSizes = ["hour", "day"] as const;
export type WindowSize = (typeof windowSizes)[number];

export interface Rule {
  readonly kind: CountedKind;
  readonly sensitivity: Sensitivity;
  /** Minimum count to fire; for a drop, minimum usual count. */
  readonly minimum: number;
}

/** A window's count and its usual count, which is null if there is too little history. */
export interface Compared {
  readonly figure: number;
  readonly usual: number | null;
}

/** Minimum multiple of the usual count for a spike. */
export const spikeFactors: Readonly<Record<Sensitivity, number>> = { low: 5, medium: 3, high: 2 };
/** Maximum share of the usual count for a drop. */
export const dropShares: Readonly<Record<Sensitivity, number>> = { low: 0.1, medium: 0.3, high: 0.5 };

/** Returns whether a count raises the alarm; null if unknown. */
export function isUnusual({ kind, sensitivity, minimum }: Rule, { figure, usual }: Compared): boolean | null {
  if (usual === null) return null;
  if (kind === "drop") return usual >= minimum && figure <= usual * dropShares[sensitivity];
  return figure >= minimum && figure >= usual * spikeFactors[sensitivity];
}

/** Returns whether later clicks can't change the verdict: counts only grow. */
export function isFinal(kind: CountedKind, isRaised: boolean): boolean {
  return kind === "drop" ? !isRaised : isRaised;
}

/** Alarm state between windows. */
export interface AlarmState {
  /** Whether the alarm has a current incident. */
  readonly isFiring: boolean;
  /** End of the alarm's last incident; null if there was none. */
  readonly calmSince: Date | null;
}

export type AlarmEvent = "fired" | "over" | null;

export interface Verdict {
  readonly state: AlarmState;
  readonly event: AlarmEvent;
}

/**
 * Evaluates one window. An incident fires once and ends with a usual window. Another one before the end of the cooldown
 * does not fire. If `isRaised` is null (unknown), nothing changes.
 */
export function nextState(state: AlarmState, isRaised: boolean | null, windowEnd: Date, cooldownMs: number): Verdict {
  if (isRaised === null || isRaised === state.isFiring) return { state, event: null };
  if (!isRaised) return { state: { isFiring: false, calmSince: windowEnd }, event: "over" };
  const isCooling = state.calmSince !== null && windowEnd.getTime() - state.calmSince.getTime() < cooldownMs;
  return isCooling ? { state, event: null } : { state: { ...state, isFiring: true }, event: "fired" };
}
