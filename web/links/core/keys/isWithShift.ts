/** Returns whether an input was clicked, or a key pressed, with Shift held down. */
export function isWithShift(event: Event): boolean {
  return (event instanceof MouseEvent || event instanceof KeyboardEvent) && event.shiftKey;
}
