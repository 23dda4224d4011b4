/** Types of inputs that don't accept typed text. */
const notTyped = new Set(["checkbox", "radio", "button", "submit", "reset"]);

/** Returns whether the target accepts typed text. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type);
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("textarea, select, [role='textbox'], [role='combobox']") !== null;
}

/** Returns whether a dialog, menu or list that handles keys itself is open. */
export function isCovered(): boolean {
  const above = document.querySelectorAll("[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']");
  // A field's suggestions remain in the DOM while they are closed.
  return [...above].some((one) => one.closest("[style*='display: none']") === null);
}
