export const alarmKinds = ["spike", "drop", "misses", "expiring", "dead"] as const;
export type AlarmKind = (typeof alarmKinds)[number];
/** Kinds that name what there is, each thing once. */
export type ListedKind = "expiring" | "dead";
/** Kinds that compare how often something happened with how often it usually does. */
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
  /** Fewer than this raise nothing; of a drop: fewer than this usually. */
  readonly minimum: number;
}

/** What a window had, and what it usually has; null: too little is known to say. */
export interface Compared {
  readonly figure: number;
  readonly usual: number | null;
}

/** So many times as many as usual are a spike. */
export const spikeFactors: Readonly<Record<Sensitivity, number>> = { low: 5, medium: 3, high: 2 };
/** So few of the usual ones are a drop. */
export const dropShares: Readonly<Record<Sensitivity, number>> = { low: 0.1, medium: 0.3, high: 0.5 };

/** Whether a figure is to raise the alarm; null where nobody can say. */
export function isUnusual({ kind, sensitivity, minimum }: Rule, { figure, usual }: Compared): boolean | null {
  if (usual === null) return null;
  if (kind === "drop") return usual >= minimum && figure <= usual * dropShares[sensitivity];
  return figure >= minimum && figure >= usual * spikeFactors[sensitivity];
}

/** Whether what is counted later can't change the verdict: figures only grow. */
export function isFinal(kind: CountedKind, isRaised: boolean): boolean {
  return kind === "drop" ? !isRaised : isRaised;
}

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
