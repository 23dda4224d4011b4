interface Module {
  readonly children: { allTests(): Iterable<{ result(): { readonly state: string } }> };
  ok(): boolean;
}
export function countTests(modules: readonly Module[]): { passed: number; failed: number };
