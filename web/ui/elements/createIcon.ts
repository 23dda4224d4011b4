import { createElement, type SVGProps } from "react";

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, "stroke"> {
  /** Width and height in pixels. */
  readonly size?: number | string;
  /** Line width at a height of 24. */
  readonly stroke?: number;
}

export type Icon = (props: IconProps) => React.JSX.Element;

const roundEnds = { strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** Creates an icon from SVG path data (`d`), stroked or filled. */
export function createIcon(paths: readonly string[], isFilled = false): Icon {
  return ({ size = 24, stroke = 2, color = "currentColor", ...rest }) =>
    createElement(
      "svg",
      {
        viewBox: "0 0 24 24",
        width: size,
        height: size,
        ...(isFilled ? { fill: color } : { fill: "none", stroke: color, strokeWidth: stroke, ...roundEnds }),
        ...rest,
      },
      ...paths.map((d) => createElement("path", { d })),
    );
}
