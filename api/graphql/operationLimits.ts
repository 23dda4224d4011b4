import {
  type ASTVisitor,
  type FieldNode,
  GraphQLError,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from "graphql";

/** How deep an operation may reach, and what it may cost. The web app's own need less than a fifth of the cost. */
export const operationLimits = { depth: 12, cost: 5000, tokens: 5000 } as const;

/** Fields that make the databases work, wherever they stand; any other object costs 1, and a plain value nothing. */
const costs: Readonly<Record<string, number>> = {
  linkStats: 50,
  clickLog: 20,
  dashboard: 100,
  dashboardAnalytics: 50,
  groupStats: 50,
  history: 50,
  login: 500,
  register: 500,
  resetPassword: 500,
  changePassword: 500,
  deleteAccount: 500,
};

/** A page whose size stands in a variable counts as a full one, and so does a list without a size. */
const fullPage = 100;
const plainList = 10;

interface Weight {
  readonly depth: number;
  readonly cost: number;
}

const nothing: Weight = { depth: 0, cost: 0 };

/** Refuses operations that are too deep or too dear before anything of them runs. Introspection is free. */
export const operationLimitsRule: ValidationRule = (context: ValidationContext): ASTVisitor => {
  const fragments = new Map<string, Weight>();

  function ofSelections(selections: SelectionSetNode, parent: GraphQLObjectType): Weight {
    let [depth, cost] = [0, 0];
    for (const selection of selections.selections) {
      const weight = ofSelection(selection, parent);
      depth = Math.max(depth, weight.depth);
      cost += weight.cost;
    }
    return { depth, cost };
  }

  function ofSelection(selection: SelectionSetNode["selections"][number], parent: GraphQLObjectType): Weight {
    if (selection.kind === Kind.FIELD) return ofField(selection, parent);
    if (selection.kind === Kind.INLINE_FRAGMENT) return ofSelections(selection.selectionSet, parent);
    return ofFragment(selection.name.value, parent);
  }

  function ofFragment(name: string, parent: GraphQLObjectType): Weight {
    const known = fragments.get(name);
    if (known) return known;
    // What refers to itself is refused by another rule; here it only must not go round for ever.
    fragments.set(name, nothing);
    const fragment = context.getFragment(name);
    const weight = fragment ? ofSelections(fragment.selectionSet, parent) : nothing;
    fragments.set(name, weight);
    return weight;
  }

  function ofField(field: FieldNode, parent: GraphQLObjectType): Weight {
    const name = field.name.value;
    const type = parent.getFields()[name]?.type;
    if (name.startsWith("__") || !type) return nothing;
    const inner = getNamedType(type);
    const below = field.selectionSet && isObjectType(inner) ? ofSelections(field.selectionSet, inner) : nothing;
    const own = costs[name] ?? (field.selectionSet ? 1 : 0);
    return { depth: below.depth + 1, cost: own + below.cost * timesOf(field, type) };
  }

  return {
    OperationDefinition(operation) {
      const root = context.getSchema().getRootType(operation.operation);
      if (!root) return;
      const { depth, cost } = ofSelections(operation.selectionSet, root);
      if (depth > operationLimits.depth) {
        const message = `The operation is ${depth} levels deep; ${operationLimits.depth} are allowed`;
        context.reportError(new GraphQLError(message, { nodes: operation }));
      }
      if (cost > operationLimits.cost) {
        const message = `The operation costs ${cost}; ${operationLimits.cost} are allowed. Ask for less at a time`;
        context.reportError(new GraphQLError(message, { nodes: operation }));
      }
    },
  };
};

/** How many times what stands below a field is made. A connection carries its page's size for the list inside it. */
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
