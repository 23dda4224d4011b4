// Turns the GraphQL schema into reference pages.
import { Kind, parse, print } from "graphql";

const roots = [
  { name: "Query", menu: "Queries", title: "GraphQL queries", page: "reference/graphql-queries.md" },
  { name: "Mutation", menu: "Mutations", title: "GraphQL mutations", page: "reference/graphql-mutations.md" },
  {
    name: "Subscription",
    menu: "Subscriptions",
    title: "GraphQL subscriptions",
    page: "reference/graphql-subscriptions.md",
  },
];

/** Returns a page for each root type of an SDL text, and one for all other types. */
export function graphqlPages(sdl) {
  const { definitions } = parse(sdl);
  const named = definitions.filter(({ name }) => name).toSorted((a, b) => a.name.value.localeCompare(b.name.value));
  const isRoot = ({ name }) => roots.some((root) => root.name === name.value);
  const ofRoots = roots.map(({ name, menu, title, page }) => {
    const { fields = [] } = named.find((one) => one.name.value === name) ?? {};
    return { menu, title, page, text: pageOf(title, fields) };
  });
  const types = named.filter((one) => !isRoot(one) && one.kind !== Kind.DIRECTIVE_DEFINITION);
  const title = "GraphQL types";
  return [...ofRoots, { menu: "Types", title, page: "reference/graphql-types.md", text: pageOf(title, types) }];
}

function pageOf(title, nodes) {
  return `${[`# ${title}`, ...nodes.map(section)].join("\n\n")}\n`;
}

function section(node) {
  const said = node.description?.value ?? "";
  const signature = print({ ...node, description: undefined });
  return [`## ${node.name.value}`, said, `\`\`\`graphql\n${signature}\n\`\`\``]
    .filter((part) => part !== "")
    .join("\n\n");
}
