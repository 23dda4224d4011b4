import { useQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { IconX } from "../../../ui/elements/icons.ts";
import { GroupNamesDocument, LinkCreatorsDocument } from "../../../core/graphql/generated/graphql.ts";
import { counted } from "../view/formatCount.ts";
import { type LinkFilters, noFilters } from "./linkFilters.ts";
import classes from "./FilterChips.module.css";

interface FilterChipsProps {
  filters: LinkFilters;
  onChange: (changes: Partial<LinkFilters>) => void;
}

const modeTexts = { any: "Any of", all: "All of", none: "None of" } as const;

/** The active filters as removable chips, also shown while the filter panel is closed. */
export default function FilterChips({ filters, onChange }: FilterChipsProps) {
  const groups = useQuery(GroupNamesDocument);
  const { creator } = filters;
  const creators = useQuery(LinkCreatorsDocument, { skip: creator === null }).data;
  const { tags, tagsMode, groupId, archived, createdFrom, createdTo, clicksMin, clicksMax } = filters;
  const groupName = groups.data?.groups.find(({ id }) => id === groupId)?.name ?? "another one";
  const chips: { name: keyof LinkFilters; text: string }[] = [];
  if (tags.length > 0) {
    const head = tags.length === 1 && tagsMode !== "none" ? "Tag" : `${modeTexts[tagsMode]} the tags`;
    chips.push({ name: "tags", text: `${head}: ${tags.join(", ")}` });
  }
  if (groupId !== null) chips.push({ name: "groupId", text: `Group: ${groupName}` });
  if (archived === "only") chips.push({ name: "archived", text: "Archived only" });
  if (archived === "include") chips.push({ name: "archived", text: "Archived too" });
  if (filters.favourite) chips.push({ name: "favourite", text: "Favourites" });
  if (filters.hasNote) chips.push({ name: "hasNote", text: "With a note" });
  if (filters.dead) chips.push({ name: "dead", text: "Dead destination" });
  if (filters.externalId !== "") chips.push({ name: "externalId", text: `External ID: ${filters.externalId}` });
  if (creator !== null) {
    const key = creators?.apiKeys.find(({ id }) => id === creator)?.name ?? "another API key";
    chips.push({ name: "creator", text: `Made by ${creator === creators?.me.id ? "you" : key}` });
  }
  if (createdFrom !== null) chips.push({ name: "createdFrom", text: `Created from ${createdFrom}` });
  if (createdTo !== null) chips.push({ name: "createdTo", text: `Created until ${createdTo}` });
  if (clicksMin !== null) chips.push({ name: "clicksMin", text: `At least ${counted(clicksMin, "click")}` });
  if (clicksMax !== null) chips.push({ name: "clicksMax", text: `At most ${counted(clicksMax, "click")}` });
  return (
    <ul className={classes.chips} aria-label="Filters that hold">
      {chips.map(({ name, text }) => (
        <li key={name}>
          <Button
            variant="default"
            size="compact-sm"
            radius="xl"
            rightSection={<IconX size={13} aria-hidden />}
            aria-label={`Remove the filter ${text}`}
            onClick={() => onChange({ [name]: noFilters[name] })}
          >
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}
