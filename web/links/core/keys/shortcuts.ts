/** Commands of the link list's keyboard shortcuts. */
export type ListCommand =
  | "next"
  | "previous"
  | "select"
  | "selectRange"
  | "edit"
  | "toggle"
  | "details"
  | "copy"
  | "search"
  | "help"
  | "clear";

interface Shortcut {
  readonly command: ListCommand;
  /** The shortcut's key: `KeyboardEvent.key` in lower case. */
  readonly key: string;
  /** Whether Shift must be held; null accepts both, for keys that need Shift only on some keyboards. */
  readonly shift: boolean | null;
  /** The keys as displayed to users. */
  readonly shown: readonly string[];
  readonly label: string;
  /**
   * Whether the shortcut is not a single character, so that it works even if single-character shortcuts are disabled.
   */
  readonly isPlain?: true;
}

/** All shortcuts, with their help texts. */
export const shortcuts: readonly Shortcut[] = [
  { command: "next", key: "j", shift: false, shown: ["J"], label: "Next URL" },
  { command: "previous", key: "k", shift: false, shown: ["K"], label: "Previous URL" },
  { command: "select", key: "x", shift: false, shown: ["X"], label: "Select or unselect it" },
  {
    command: "selectRange",
    key: "x",
    shift: true,
    shown: ["Shift", "X"],
    label: "Select all from the last selected one to here",
  },
  { command: "details", key: "enter", shift: false, shown: ["Enter"], label: "Open its analytics", isPlain: true },
  { command: "edit", key: "e", shift: false, shown: ["E"], label: "Edit it" },
  { command: "toggle", key: "a", shift: false, shown: ["A"], label: "Activate or deactivate it" },
  { command: "copy", key: "c", shift: false, shown: ["C"], label: "Copy its short URL" },
  { command: "search", key: "/", shift: null, shown: ["/"], label: "Search" },
  { command: "help", key: "?", shift: null, shown: ["?"], label: "Show these shortcuts" },
  { command: "clear", key: "escape", shift: false, shown: ["Esc"], label: "Clear the selection", isPlain: true },
];

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
}

/** Returns the command for a key event, or null; `singleKeys` enables shortcuts of a single character. */
export function commandOf(pressed: Pressed, singleKeys: boolean): ListCommand | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.isComposing) return null;
  const key = pressed.key.toLowerCase();
  const found = shortcuts.find((one) => one.key === key && (one.shift === null || one.shift === pressed.shiftKey));
  if (!found || (!singleKeys && found.isPlain !== true)) return null;
  return found.command;
}
