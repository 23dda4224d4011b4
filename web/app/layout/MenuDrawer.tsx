import { Drawer } from "@mantine/core";
import { Sidebar } from "./Sidebar.tsx";
import classes from "./SignedInLayout.module.css";

interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  onLogout: () => void;
}

/** The sidebar of small screens. Loaded in its own chunk, which wide screens never load. */
export default function MenuDrawer({ opened, onClose, onLogout }: MenuDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={288}
      withCloseButton={false}
      padding={0}
      classNames={{ body: classes.drawer ?? "" }}
      attributes={{ content: { "aria-label": "Menu" } }}
    >
      <Sidebar onEntry={onClose} onLogout={onLogout} />
    </Drawer>
  );
}
