import type { MantineColorsTuple, VariantColorsResolver } from "@mantine/core";
import { createTheme, defaultVariantColorsResolver } from "@mantine/core";
import { monoFonts, sansFonts } from "./fonts.ts";

/** Greens from very light to dark. */
const hop: MantineColorsTuple = [
  "#eefaf1",
  "#d9f2e0",
  "#b2e4c2",
  "#86d3a1",
  "#5fc184",
  "#3da869",
  "#268a52",
  "#1b7144",
  "#165937",
  "#10432a",
];

/** Amber, for pending states and warnings. */
const amber: MantineColorsTuple = [
  "#fff7e6",
  "#fdebc6",
  "#f9d68c",
  "#f4be50",
  "#eea924",
  "#d98f0c",
  "#b37207",
  "#8f5a08",
  "#6f460c",
  "#52340c",
];

/** Greys with a trace of green, so that dark surfaces match the other colours. */
const dark: MantineColorsTuple = [
  "#dfe7e1",
  "#b9c4bc",
  "#95a399",
  "#66756b",
  "#3d4a42",
  "#2b362f",
  "#1e2722",
  "#171f1a",
  "#111713",
  "#0b100d",
];

/**
 * Text on the primary colour differs between light and dark mode; Mantine's automatic contrast handles only one of
 * them.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  const primary = input.color === undefined || input.color === input.theme.primaryColor;
  if (input.variant !== "filled" || !primary) return colours;
  return { ...colours, color: "var(--mantine-primary-color-contrast)" };
};

/** A header element would count as a second banner landmark of the page. */
const notALandmark = { header: { role: "presentation" } };

export const theme = createTheme({
  colors: { hop, amber, dark },
  primaryColor: "hop",
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  autoContrast: true,
  luminanceThreshold: 0.34,
  fontFamily: sansFonts,
  fontFamilyMonospace: monoFonts,
  headings: { fontFamily: sansFonts, fontWeight: "650" },
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "10px", lg: "14px", xl: "22px" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        radius: "lg",
        overlayProps: { backgroundOpacity: 0.5, blur: 3 },
        attributes: notALandmark,
      },
    },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    Select: { defaultProps: { size: "md" } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
  },
});
