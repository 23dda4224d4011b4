import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/**
 * Who has ever used a code, and which link it leads to now. Outlives the link: a code never changes its owner. Null is
 * an account that has been erased, whose codes stay taken.
 */
export const CodeClaimRow = defineEntity({
  name: "CodeClaimRow",
  tableName: "code_claim",
  properties: {
    domain: p.integer().primary(),
    code: p.text().primary(),
    ownerId: p.uuid().strictNullable(),
    linkId: p.uuid().strictNullable(),
  },
});

export type CodeClaimRow = InferEntity<typeof CodeClaimRow>;
