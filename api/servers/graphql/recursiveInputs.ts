import {
  type DocumentNode,
  getNamedType,
  type GraphQLInputField,
  GraphQLNonNull,
  GraphQLScalarType,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
  Kind,
  visit,
} from "graphql";

/** Accepts any value unchanged. */
const anything = new GraphQLScalarType({ name: "Anything" });

/** Input types that refer to themselves, such as nested conditions. */
export interface RecursiveInputs {
  /** Returns whether a variable of the document has such a type. */
  areVariablesOf(document: DocumentNode): boolean;
  /**
   * Runs synchronous work while input fields whose type is recursive accept any value. The code that uses these values
   * must validate them itself.
   */
  whileAnything<T>(work: () => T): T;
}

/** Prevents graphql-jit from generating code for recursive input types, which would overflow the stack. */
export function recursiveInputs(schema: GraphQLSchema): RecursiveInputs {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const leadsTo = new Map(inputs.map((type) => [type.name, namesBelow(schema, type.name)]));
  const recursive = new Set(inputs.map(({ name }) => name).filter((name) => leadsTo.get(name)?.has(name)));
  const entries: readonly GraphQLInputField[] = inputs
    .filter(({ name }) => !recursive.has(name))
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ type }) => recursive.has(getNamedType(type).name));

  return {
    areVariablesOf(document) {
      let found = false;
      visit(document, {
        VariableDefinition: {
          enter(definition) {
            visit(definition.type, { [Kind.NAMED_TYPE]: ({ name }) => void (found ||= recursive.has(name.value)) });
          },
        },
      });
      return found;
    },
    whileAnything(work) {
      const types = entries.map(({ type }) => type);
      for (const field of entries) field.type = isNonNullType(field.type) ? new GraphQLNonNull(anything) : anything;
      try {
        return work();
      } finally {
        entries.forEach((field, i) => (field.type = types[i] ?? field.type));
      }
    },
  };
}

/** Returns the names of all input types reachable from a type's fields. */
function namesBelow(schema: GraphQLSchema, name: string, found = new Set<string>()): Set<string> {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) return found;
  for (const field of Object.values(type.getFields())) {
    const below = getNamedType(field.type).name;
    if (found.has(below)) continue;
    found.add(below);
    namesBelow(schema, below, found);
  }
  return found;
}
