/** System fonts only: no font is downloaded. */
export const sansFonts =
  '"Avenir Next", Avenir, "Segoe UI Variable Text", "Segoe UI", Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif';

export const monoFonts =
  'ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
