import type { ActionIconProps } from "@mantine/core";
import { ActionIcon } from "@mantine/core";
import type { Icon } from "./icons.ts";
import { Tip } from "./Tip.tsx";

interface IconButtonProps extends ActionIconProps {
  icon: Icon;
  iconSize?: number;
  /** Action of the button, shown in its tooltip. */
  label: string;
  /** Name of the button's target, if a page has several such buttons. */
  of?: string;
  /** URL to open in a new tab. */
  href?: string;
  onClick?: () => void;
}

/** A button that shows only an icon, with a tooltip. */
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
