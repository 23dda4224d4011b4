export function restPages() {
  return [];
}
