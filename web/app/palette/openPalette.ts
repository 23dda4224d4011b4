const event = "hoplog:palette";

/** The palette's shortcut as displayed on the user's system. */
export const paletteKeys = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘K" : "Ctrl+K";

export function openPalette(): void {
  window.dispatchEvent(new Event(event));
}

/** Calls `listener` when the palette is opened, by its keys or by `openPalette`; returns the unsubscribe function. */
export function onOpenPalette(listener: () => void): () => void {
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.key.toLowerCase() !== "k" || !(pressed.ctrlKey || pressed.metaKey)) return;
    if (pressed.altKey || pressed.shiftKey) return;
    pressed.preventDefault();
    listener();
  };
  window.addEventListener("keydown", onKeyDown);
  window.addEventListener(event, listener);
  return () => {
    window.removeEventListener("keydown", onKeyDown);
    window.removeEventListener(event, listener);
  };
}
