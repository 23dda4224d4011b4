// Made by web/build/icons.ts.
declare module "virtual:icons/*" {
  import type { Icon } from "./ui/elements/createIcon.ts";

  const icon: Icon;
  export default icon;
}
