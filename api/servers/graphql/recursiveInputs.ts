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

/** Takes any value as it is. */
const anything = new GraphQLScalarType({ name: "Anything" });

/** Input types that lead back to themselves, as conditions hold conditions. */
export interface RecursiveInputs {
  /** Whether one of a document's variables is of such a type. */
  areVariablesOf(document: DocumentNode): boolean;
  /**
   * Does some synchronous work while every field that leads to such a type takes any value. What uses the values must
   * read them itself, whatever GraphQL says of their form.
   */
  whileAnything<T>(work: () => T): T;
}

/** graphql-jit writes code for all that an input type leads to: for these without end, until the stack is full. */
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

/** The names of all input types that a type's fields lead to. */
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
