/** Files read at run time, which imports don't show, each with the module that reads it. */
export const readers: readonly (readonly [RegExp, string])[] = [
  [/^schema\/clickhouse\/.*\.sql$/, "platform/clickhouse/migrate.ts"],
  [/^platform\/clickhouse\/golden\//, "platform/clickhouse/onCluster.test.ts"],
  [/^api\/integrations\/sql\/access\/golden\//, "api/integrations/sql/access/onCluster.test.ts"],
  [/^schema\/graphql\/operations\.json$/, "api/servers/graphql/persistedOperations.ts"],
  [/^schema\/openapi\//, "api/servers/rest/document.ts"],
  [/^schema\/events\/golden\//, "schema/events/events.test.ts"],
  [/^schema\/codes\/golden\//, "schema/codes/codes.test.ts"],
  [/^web\/public\//, "web/boot/Screens.test.ts"],
  [/^stack\/(compose|engines\/clickhouse)\//, "stack/engines/clickhouse/clickhouse.ts"],
  [/^schema\/topics\/links\/golden\//, "schema/topics/links/record.ts"],
  [/^tests\/operations\/fixtures\/6dbd9b43\./, "tests/operations/formerData.ts"],
  [/^docs\//, "tests/operations/tools.test.ts"],
  [/^docs\/(reference\/(sdk|cli)|guides\/conversions)\.md$/, "tests/documents/markdown.ts"],
  [/^docs\/guides\/webhook-receiver\.md$/, "api/integrations/webhooks/guide.test.ts"],
  [/^docs\/explain\/visitors-and-bots\.md$/, "platform/visitor/documentedAgents.ts"],
  [/^docs\/(guides\/query-clicks|reference\/sql-tables)\.md$/, "tests/analysts/document.ts"],
  [/^(sdk|cli)\/(?!.*\.test\.ts$)/, "tests/packed/install.ts"],
  [/^schema\/openapi\//, "sdk/generator/document.ts"],
];

/** Returns the modules that read changed files, as paths below the root. */
export function readersOf(changed: readonly string[]): string[] {
  return readers.filter(([files]) => changed.some((file) => files.test(file))).map(([, reader]) => reader);
}
