import type { SwitchProps } from "@mantine/core";
import { Switch } from "@mantine/core";

interface OptionSwitchProps extends SwitchProps {
  label: string;
  description: string;
}

/** A switch with a description. Its accessible name is only the label, although Mantine puts both into one element. */
export function OptionSwitch(props: OptionSwitchProps) {
  return <Switch aria-label={props.label} {...props} />;
}
