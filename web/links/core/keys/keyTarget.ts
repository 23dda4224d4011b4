/** Types of inputs that take no text. */
const notTyped = new Set(["checkbox", "radio", "button", "submit", "reset"]);

/** Whether the target takes typed text. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type);
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("textarea, select, [role='textbox'], [role='combobox']") !== null;
}

/** Whether a dialog, menu or list with its own keys is open. */
export function isCovered(): boolean {
  const above = document.querySelectorAll("[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']");
  // A field's suggestions stay in the DOM while they are closed.
  return [...above].some((one) => one.closest("[style*='display: none']") === null);
}
