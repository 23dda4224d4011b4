import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql";
import { type FieldWeight, weightIn } from "../../kernel/contract/weight.ts";
import { type IntrospectionSizes, introspectionSizes } from "./listSizes.ts";

/** The weight of an operation, with fragments and aliases expanded. */
export interface Weight {
  /** Levels of fields; introspection counts as one level. */
  readonly depth: number;
  /** Load on the databases. */
  readonly cost: number;
  /** Selected fields, counted each time they are selected. */
  readonly selections: number;
  /** Maximum values in the response, including list lengths; a long string counts as several. */
  readonly values: number;
}

/** Page size to assume if an operation omits it or gives it as a variable, and the largest that counts. */
const fullPage = 100;
const plainList = 10;
/** No allowed operation is nested this deep; deeper ones would exhaust the stack. */
const maxLevels = 100;

const nothing: Weight = { depth: 0, cost: 0, selections: 0, values: 0 };
const tooDeep: Weight = { ...nothing, depth: Infinity };

/** Position of a selection: below `__schema { types }` each type of the schema appears once. */
interface SelectionContext {
  readonly level: number;
  readonly everyType: boolean;
}

/**
 * Weighs an operation in time linear in its document: each fragment is weighed at most twice, however often it is used.
 */
export function weigh(schema: GraphQLSchema, document: DocumentNode): (operation: OperationDefinitionNode) => Weight {
  const sizes = introspectionSizesOf(schema);
  const definitions = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) definitions.set(definition.name.value, definition);
  }
  const fragments = new Map<string, Weight>();

  function weighSelections(
    { selections }: SelectionSetNode,
    parent: GraphQLObjectType,
    context: SelectionContext,
  ): Weight {
    if (context.level > maxLevels) return tooDeep;
    let sum = nothing;
    for (const selection of selections) {
      const weight = weighSelection(selection, parent, { ...context, level: context.level + 1 });
      sum = {
        depth: Math.max(sum.depth, weight.depth),
        cost: sum.cost + weight.cost,
        selections: sum.selections + weight.selections,
        values: sum.values + weight.values,
      };
    }
    return sum;
  }

  function weighSelection(selection: SelectionNode, parent: GraphQLObjectType, context: SelectionContext): Weight {
    if (selection.kind === Kind.FIELD) return weighField(selection, parent, context);
    if (selection.kind === Kind.INLINE_FRAGMENT) return weighSelections(selection.selectionSet, parent, context);
    return weighFragment(selection.name.value, parent, context);
  }

  function weighFragment(name: string, parent: GraphQLObjectType, context: SelectionContext): Weight {
    const key = context.everyType ? `${name} of every type` : name;
    const known = fragments.get(key);
    if (known) return known;
    // Another rule rejects circular fragments; this function must only avoid an infinite loop.
    fragments.set(key, nothing);
    const fragment = definitions.get(name);
    const weight = fragment ? weighSelections(fragment.selectionSet, parent, context) : nothing;
    fragments.set(key, weight);
    return weight;
  }

  function weighField(field: FieldNode, parent: GraphQLObjectType, context: SelectionContext): Weight {
    const type = typeOf(field, parent);
    if (!type) return { ...nothing, selections: 1, values: 1 };
    const name = field.name.value;
    const inner = getNamedType(type);
    const everyType = belowEveryType(field, parent, context);
    const below =
      field.selectionSet && isObjectType(inner)
        ? weighSelections(field.selectionSet, inner, { ...context, everyType })
        : nothing;
    const introspects = name.startsWith("__") || parent.name.startsWith("__");
    const times = timesOf(field, type);
    return {
      depth: introspects ? (below.depth === Infinity ? Infinity : 1) : below.depth + 1,
      cost: introspects ? 0 : (weightOf(parent, name).cost ?? (field.selectionSet ? 1 : 0)) + below.cost * times,
      selections: below.selections + 1,
      values:
        (weightOf(parent, name).text ?? 1) + below.values * lengthOf(field, parent, type, context) * shareOf(name),
    };
  }

  /** Returns how often the response repeats the selection below a field. */
  function lengthOf(
    field: FieldNode,
    parent: GraphQLObjectType,
    type: GraphQLOutputType,
    context: SelectionContext,
  ): number {
    const name = field.name.value;
    if (!isList(type)) return timesOf(field, type);
    const introspected = (context.everyType ? sizes.average : sizes.max).get(`${parent.name}.${name}`);
    return introspected ?? weightOf(parent, name).length ?? timesOf(field, type);
  }

  return (operation) => {
    const root = schema.getRootType(operation.operation);
    return root ? weighSelections(operation.selectionSet, root, { level: 0, everyType: false }) : nothing;
  };
}

/**
 * Returns the factor for a field's values: introspection reads memory, so its values cost half as much as fetched ones.
 */
function shareOf(name: string): number {
  return name === SchemaMetaFieldDef.name ? 0.5 : 1;
}

const sizesOfSchemas = new WeakMap<GraphQLSchema, IntrospectionSizes>();

function introspectionSizesOf(schema: GraphQLSchema): IntrospectionSizes {
  const known = sizesOfSchemas.get(schema) ?? introspectionSizes(schema);
  sizesOfSchemas.set(schema, known);
  return known;
}

const weights = new WeakMap<GraphQLField<unknown, unknown>, FieldWeight>();

/** Returns the weight that the feature declares for its field; parsed once. */
function weightOf(parent: GraphQLObjectType, name: string): FieldWeight {
  const field = parent.getFields()[name];
  if (!field) return {};
  const known = weights.get(field) ?? weightIn(field.extensions);
  weights.set(field, known);
  return known;
}

function typeOf(field: FieldNode, parent: GraphQLObjectType): GraphQLOutputType | undefined {
  for (const meta of [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef]) {
    if (field.name.value === meta.name) return meta.type;
  }
  return parent.getFields()[field.name.value]?.type;
}

/**
 * Returns whether a field is on the path from the list of all types to their fields and arguments, but not to the types
 * of fields and arguments.
 */
function belowEveryType(field: FieldNode, parent: GraphQLObjectType, { everyType }: SelectionContext): boolean {
  if (parent.name === "__Schema") return field.name.value === "types";
  return everyType && ["fields", "args", "inputFields", "enumValues"].includes(field.name.value);
}

/** Returns how many times a field's selection is resolved. A connection passes its page size to the list inside it. */
function timesOf(field: FieldNode, type: GraphQLOutputType): number {
  const first = field.arguments?.find(({ name }) => name.value === "first")?.value;
  if (first?.kind === Kind.INT) return Math.min(Math.max(Number(first.value), 1), fullPage);
  if (first) return fullPage;
  if (field.name.value === "edges") return 1;
  if (isList(type)) return plainList;
  return getNamedType(type).name.endsWith("Connection") ? fullPage : 1;
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
