import { folded } from "@hoplog/schema/folded.js";
import { limits } from "@hoplog/schema/limits.js";
import "@mantine/spotlight/styles.layer.css";
import { skipToken, useQuery } from "@apollo/client/react";
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, createSpotlight } from "@mantine/spotlight";
import {
  IconFolderPlus,
  IconLink,
  IconLinkPlus,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconWorldPlus,
} from "../../ui/elements/icons.ts";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { LinksDocument } from "../../core/graphql/generated/graphql.ts";
import { entries, furtherEntries } from "../../core/navigation/entries.ts";
import { shownUrl } from "../../links/core/linkTexts.ts";
import { useSession } from "../../core/session/SessionProvider.tsx";
import classes from "./CommandPalette.module.css";

const [store, palette] = createSpotlight();
const maxLinks = 6;

interface Command {
  label: string;
  description: string;
  icon: typeof IconLink;
  run: () => void;
}

/** Command palette to run commands, open pages and find links by keyboard. It is open while it is mounted. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [debounced] = useDebouncedValue(query.trim(), 150);
  const links = useFoundLinks(debounced);
  const commands = useCommands();

  useEffect(() => {
    palette.open();
    return () => palette.close();
  }, []);

  const wanted = folded(query.trim());
  const fitting = commands.filter(({ label }) => folded(label).includes(wanted));
  const navigate = useNavigate();

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={420}
      attributes={{ content: { "aria-label": "Command palette" } }}
      classNames={{ action: classes.action ?? "", content: classes.content ?? "" }}
    >
      <Spotlight.Search
        placeholder="Search URLs, or type a command"
        aria-label="Search URLs, or type a command"
        maxLength={limits.searchMax}
        onKeyDown={(event) => event.key === "Enter" && runFirstUnlessOneIsSelected()}
        leftSection={<IconSearch size={20} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {fitting.length > 0 && (
          <Spotlight.ActionsGroup label="Commands">
            {fitting.map(({ label, description, icon: Icon, run }) => (
              <Spotlight.Action
                key={label}
                label={label}
                description={description}
                leftSection={<Icon size={20} aria-hidden />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {links.length > 0 && (
          <Spotlight.ActionsGroup label="URLs">
            {links.map((link) => (
              <Spotlight.Action
                key={link.id}
                label={link.name}
                description={shownUrl(link)}
                leftSection={<IconLink size={20} aria-hidden />}
                onClick={() => void navigate(`/urls?analytics=${link.id}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {fitting.length === 0 && links.length === 0 && <Spotlight.Empty>Nothing found</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/**
 * Runs the first action if none is selected, because results that arrive after the last key press are not selected
 * automatically.
 */
function runFirstUnlessOneIsSelected(): void {
  if (document.querySelector("[data-action][data-selected]")) return;
  document.querySelector<HTMLElement>("[data-action]")?.click();
}

/** Finds links with `search` in their name, URL, code, note or tags, including inactive and archived ones. */
function useFoundLinks(search: string) {
  const { data, previousData } = useQuery(
    LinksDocument,
    search === ""
      ? skipToken
      : { variables: { first: maxLinks, filter: { search, archived: "include" } }, fetchPolicy: "network-only" },
  );
  if (search === "") return [];
  return (data ?? previousData)?.links.edges.slice(0, maxLinks).map((edge) => edge.node) ?? [];
}

function useCommands(): readonly Command[] {
  const navigate = useNavigate();
  const { signOut } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const next = scheme === "dark" ? "light" : "dark";
  const go = (path: string) => () => void navigate(path);
  return [
    { label: "Create New URL", description: "Shorten a link", icon: IconLinkPlus, run: go("/urls?new=1") },
    {
      label: "Create New Group",
      description: "Keep URLs together",
      icon: IconFolderPlus,
      run: go("/groups?new=1"),
    },
    {
      label: "Add Domain",
      description: "Short URLs of your own",
      icon: IconWorldPlus,
      run: go("/settings/domains?new=1"),
    },
    ...[...entries, ...furtherEntries].map(({ path, label, description, icon }) => ({
      label: `Go to ${label}`,
      description,
      icon,
      run: go(path),
    })),
    {
      label: `Switch to ${next} theme`,
      description: "Light or dark",
      icon: next === "dark" ? IconMoon : IconSun,
      run: () => setColorScheme(next),
    },
    {
      label: "Logout",
      description: "End this session",
      icon: IconLogout,
      run: () =>
        void (async () => {
          await navigate("/");
          await signOut();
        })(),
    },
  ];
}
