/** Inputs in which nothing is typed. */
const notTyped = new Set(["checkbox", "radio", "button", "submit", "reset"]);

/** Whether keys are letters there. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type);
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("textarea, select, [role='textbox'], [role='combobox']") !== null;
}

/** Whether something is open above the page that has keys of its own. */
export function isCovered(): boolean {
  const above = document.querySelectorAll("[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']");
  // The suggestions of a field stay in the document while they are closed.
  return [...above].some((one) => one.closest("[style*='display: none']") === null);
}
