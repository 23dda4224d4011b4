/** A class by which type-graphql knows a type or a resolver that is declared as a value. */
export type Made = new () => object;

/** Creates a class for type-graphql's decorators, which can be called as functions. */
export function makeClass(): Made {
  return class extends Object {};
}

/** Adds a method to a class; call its decorators afterwards. */
export function method(made: Made, name: string, run: (...parameters: never[]) => unknown): void {
  Object.defineProperty(made.prototype, name, { value: run });
}
