import type { CodegenConfig } from "@graphql-codegen/cli";
import { topListFields } from "@hoplog/schema/clicks/dimensions.js";

const config: CodegenConfig = {
  schema: "../schema/graphql/schema.graphql",
  documents: [
    "**/*.graphql",
    "!node_modules/**",
    "!dist/**",
    // Selects every dimension that is declared; analytics.graphql spreads it.
    `fragment TopLists on LinkStats { ${topListFields} }`,
  ],
  generates: {
    "core/graphql/generated/": {
      preset: "client",
      // Documents are imported one by one from graphql.ts, so that a route carries only its own.
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: { DateTime: "string", UUID: "string" },
      },
    },
  },
};

export default config;
