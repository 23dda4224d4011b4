import { createHash } from "node:crypto";
import { type DocumentNode, Kind, print, type SelectionSetNode, visit } from "graphql";

/** Operations by the SHA-256 of their text, in hex. */
export type OperationManifest = Readonly<Record<string, string>>;

/**
 * Builds the manifest of a client that prints documents like Apollo Client: with `__typename` in each selection set
 * except the operation's own.
 */
export function manifestOf(documents: readonly DocumentNode[]): OperationManifest {
  const texts = documents.map((document) => print(withTypenames(document)));
  const entries = texts.map((text) => [createHash("sha256").update(text).digest("hex"), text] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function withTypenames(document: DocumentNode): DocumentNode {
  return visit(document, {
    SelectionSet(node, _key, parent): SelectionSetNode | undefined {
      const ofOperation = parent && !Array.isArray(parent) && "operation" in parent;
      const isThere = node.selections.some(
        (selection) => selection.kind === Kind.FIELD && selection.name.value.startsWith("__"),
      );
      if (ofOperation || isThere) return undefined;
      const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } } as const;
      return { ...node, selections: [...node.selections, typename] };
    },
  });
}
