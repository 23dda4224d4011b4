import { ActionIcon, VisuallyHidden, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "../../ui/elements/icons.ts";
import { Tip } from "../../ui/elements/Tip.tsx";
import classes from "./ThemeToggle.module.css";

const choices = [
  { text: "Switch to dark theme", className: classes.toDark, icon: IconMoon },
  { text: "Switch to light theme", className: classes.toLight, icon: IconSun },
];

/**
 * Switches between light and dark; the provider's colour scheme manager stores the choice. Both labels are rendered and
 * CSS shows one of them, because a prerendered page doesn't know the scheme.
 */
export function ThemeToggle() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <Tip
      label={choices.map(({ text, className }) => (
        <span key={text} className={className}>
          {text}
        </span>
      ))}
      below
      atEnd
    >
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={toggleColorScheme} data-needs-script>
        {choices.map(({ text, className, icon: Icon }) => (
          <span key={text} className={`${classes.choice} ${className}`}>
            <Icon size={20} aria-hidden />
            <VisuallyHidden>{text}</VisuallyHidden>
          </span>
        ))}
      </ActionIcon>
    </Tip>
  );
}
