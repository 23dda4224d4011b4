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
