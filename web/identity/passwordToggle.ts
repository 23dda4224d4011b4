/** Makes the show/hide button of a password field reachable by keyboard and known to screen readers. */
export function showPasswordToggle(what: string) {
  return {
    visibilityToggleButtonProps: { "aria-label": `Show or hide ${what}`, "aria-hidden": false, tabIndex: 0 },
  };
}
