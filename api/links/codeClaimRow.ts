import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/** Who has ever used a code, and which link it leads to now. Outlives the link: a code never changes its owner. */
export const CodeClaimRow = defineEntity({
  name: "CodeClaimRow",
  tableName: "code_claim",
  properties: { code: p.text().primary(), ownerId: p.uuid(), linkId: p.uuid().strictNullable() },
});

export type CodeClaimRow = InferEntity<typeof CodeClaimRow>;
