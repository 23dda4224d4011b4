import { Badge } from "@mantine/core";
import type { DomainState } from "../../core/graphql/generated/graphql.ts";
import { stateTexts } from "./domainTexts.ts";

export function StateBadge({ state }: { state: DomainState }) {
  const { label, color, icon: Icon } = stateTexts[state];
  return (
    <Badge variant="light" color={color} tt="none" size="lg" leftSection={<Icon size={15} aria-hidden />}>
      {label}
    </Badge>
  );
}
