import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";

/** Lengths of introspection lists, by type and field name. */
export interface IntrospectionSizes {
  /** Average over all types, for fields below `__schema { types }`, where each type appears once. */
  readonly average: ReadonlyMap<string, number>;
  /** Maximum, for a type that the caller has chosen. */
  readonly max: ReadonlyMap<string, number>;
}

/** Counts the introspection lists of a schema. */
export function introspectionSizes(schema: GraphQLSchema): IntrospectionSizes {
  const types = Object.values(schema.getTypeMap());
  const directives = schema.getDirectives();
  const fields = types.flatMap((type) => fieldsOf(type));
  const counts = new Map<string, readonly number[]>([
    ["__Schema.types", [types.length]],
    ["__Schema.directives", [directives.length]],
    ["__Type.fields", types.map((type) => fieldsOf(type).length)],
    ["__Type.inputFields", types.map((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0))],
    ["__Type.enumValues", types.map((type) => (isEnumType(type) ? type.getValues().length : 0))],
    ["__Type.interfaces", types.map((type) => (isObjectType(type) ? type.getInterfaces().length : 0))],
    ["__Type.possibleTypes", types.map((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0))],
    ["__Field.args", fields.map(({ args }) => args.length)],
    ["__Directive.args", directives.map(({ args }) => args.length)],
    ["__Directive.locations", directives.map(({ locations }) => locations.length)],
  ]);
  const measured = (measure: (sizes: readonly number[]) => number) =>
    new Map([...counts].map(([name, sizes]) => [name, measure(sizes)]));
  return {
    average: measured((sizes) => sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length)),
    max: measured((sizes) => Math.max(1, ...sizes)),
  };
}

function fieldsOf(type: GraphQLNamedType) {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}
