import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from "graphql";
import { textMax } from "../../kernel/calls/jsonBounds.ts";
import { type Weight, weigh } from "./operationWeight.ts";

/**
 * Limits of an operation; the web app needs less than half of each. `tokens` and `fragments` bound the cost of
 * validation, `values` and `answerBytes` that of the response. {@link weigh} counts `depth`, `cost`, `selections` and
 * `values`.
 */
export const operationLimits = {
  tokens: 5000,
  fragments: 100,
  depth: 12,
  cost: 5000,
  selections: 600,
  values: 55_000,
  answerBytes: 4 * 1024 * 1024,
} as const;

/**
 * Reports exceeded limits before any other validation: GraphQL's own rules compare fields with each other, which takes
 * seconds or exhausts the stack for a malicious document.
 */
export function operationLimitProblems(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length;
  if (fragments > operationLimits.fragments) {
    return [
      new GraphQLError(`The document has ${fragments} fragments, but at most ${operationLimits.fragments} are allowed`),
    ];
  }
  const problems: GraphQLError[] = [];
  const weightOf = weigh(schema, document);
  let selections = 0;
  for (const operation of document.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
    const weight = weightOf(operation);
    selections += weight.selections;
    problems.push(...problemsOf(operation, weight));
  }
  // All operations of a document are validated, whichever of them runs.
  const most = operationLimits.selections * 4;
  if (problems.length === 0 && selections > most) {
    problems.push(
      new GraphQLError(
        `The document selects ${selections} fields, but at most ${most} are allowed. Request less at a time`,
      ),
    );
  }
  visit(document, {
    StringValue(node) {
      if (node.value.length <= textMax) return;
      problems.push(
        new GraphQLError(`A string has ${node.value.length} characters, but at most ${textMax} are allowed`),
      );
    },
  });
  return problems;
}

function problemsOf(operation: OperationDefinitionNode, weight: Weight): GraphQLError[] {
  const { depth, cost, selections, values } = operationLimits;
  const refuse = (message: string) => [new GraphQLError(message, { nodes: operation })];
  if (weight.depth === Infinity)
    return refuse(`The operation is nested too deeply. At most ${depth} levels are allowed`);
  if (weight.depth > depth)
    return refuse(`The operation is ${weight.depth} levels deep, but at most ${depth} are allowed`);
  if (weight.cost > cost) {
    return refuse(`The operation costs ${weight.cost}, but at most ${cost} is allowed. Request less at a time`);
  }
  if (weight.selections > selections) {
    return refuse(
      `The operation selects ${weight.selections} fields, but at most ${selections} are allowed. Request less at a time`,
    );
  }
  if (weight.values > values) {
    const requested = Math.round(weight.values);
    return refuse(
      `The operation requests ${requested} values, but at most ${values} are allowed. Request less at a time`,
    );
  }
  return [];
}
