// Types of the modules that web/build/icons.ts generates.
declare module "virtual:icons/*" {
  import type { Icon } from "./ui/elements/createIcon.ts";

  const icon: Icon;
  export default icon;
}
