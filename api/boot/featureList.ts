import type { Feature, RunningFeature } from "../kernel/calls/feature.ts";

/**
 * Features in start order. `Needs` are the dependencies of their routes, `Base` is shared by all, and `Services` is
 * `Base` plus all services that the features offer.
 */
export interface FeatureList<Needs, Base extends object, Services extends object> {
  readonly features: readonly Feature<Needs>[];
  /** Starts the features in order. The stack stops those that started in reverse order, also after a failure. */
  start(base: Base, stack: AsyncDisposableStack): Promise<Services>;
  /** Adds a feature that starts after the others and may use their services. */
  starting<N, Offered extends object>(
    feature: RunningFeature<N, Services, Offered>,
  ): FeatureList<Needs & N, Base, Services & Offered>;
  /** Adds a feature that has nothing to start. */
  with<N>(feature: Feature<N> & { readonly start?: never }): FeatureList<Needs & N, Base, Services>;
}

export function featureList<Base extends object>(): FeatureList<unknown, Base, Base> {
  return listOf<unknown, Base, Base>([], async (base) => base);
}

function listOf<Needs, Base extends object, Services extends object>(
  features: readonly Feature<Needs>[],
  start: (base: Base, stack: AsyncDisposableStack) => Promise<Services>,
): FeatureList<Needs, Base, Services> {
  return {
    features,
    start,
    starting: <N, Offered extends object>(feature: RunningFeature<N, Services, Offered>) =>
      listOf<Needs & N, Base, Services & Offered>([...features, feature], async (base, stack) => {
        const before = await start(base, stack);
        const { services, stop } = await feature.start(before);
        if (stop) stack.defer(stop);
        return { ...before, ...services };
      }),
    with: <N>(feature: Feature<N>) => listOf<Needs & N, Base, Services>([...features, feature], start),
  };
}
