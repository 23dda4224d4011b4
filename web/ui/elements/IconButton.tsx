import type { ActionIconProps } from "@mantine/core";
import { ActionIcon } from "@mantine/core";
import type { Icon } from "./icons.ts";
import { Tip } from "./Tip.tsx";

interface IconButtonProps extends ActionIconProps {
  icon: Icon;
  iconSize?: number;
  /** What it does, which its tip says. */
  label: string;
  /** What it does that to, where a page has several of them. */
  of?: string;
  /** Where it leads, in a new tab. */
  href?: string;
  onClick?: () => void;
}

/** A button that shows nothing but an icon, with a tip. */
export function IconButton({ icon: Icon, iconSize = 18, label, of, href, ...props }: IconButtonProps) {
  return (
    <Tip label={label}>
      <ActionIcon
        {...(href !== undefined && { component: "a", href, target: "_blank", rel: "noopener" })}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={of === undefined ? label : `${label} ${of}`}
        {...props}
      >
        <Icon size={iconSize} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}
