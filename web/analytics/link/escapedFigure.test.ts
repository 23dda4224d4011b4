import { describe, expect, it } from "vitest";
import { escapedFigure } from "./escapedFigure.ts";
import type { Figure } from "./figures.ts";

const link = "<a href='https://evil.example'>sign in</a>";
const harmless = "&lt;a href='https://evil.example'&gt;sign in&lt;/a&gt;";

describe("a figure that is drawn", () => {
  it("has no HTML of others' in labels, names, ticks, titles and hover data", () => {
    const figure = {
      data: [
        { type: "bar", name: link, x: [1, 2], y: [link, "&lt;b&gt;"], customdata: [link], text: [`one\n${link}`, "2"] },
        { type: "pie", labels: [link], values: [1], hovertemplate: "%{label}: %{value}<extra></extra>" },
      ],
      layout: {
        title: { text: link },
        annotations: [{ text: link }],
        xaxis: { ticktext: [link], tickformat: "%e\n%b" },
      },
    } satisfies Parameters<typeof escapedFigure>[0];
    expect(escapedFigure(figure)).toEqual({
      data: [
        {
          type: "bar",
          name: harmless,
          x: [1, 2],
          y: [harmless, "&amp;lt;b&amp;gt;"],
          customdata: [harmless],
          text: [`one<br>${harmless}`, "2"],
        },
        { type: "pie", labels: [harmless], values: [1], hovertemplate: "%{label}: %{value}<extra></extra>" },
      ],
      layout: {
        title: { text: harmless },
        annotations: [{ text: harmless }],
        xaxis: { ticktext: [harmless], tickformat: "%e\n%b" },
      },
    });
    expect(figure.data[0]?.name).toBe(link);
  });

  it("has what several traces share as it is written, too", () => {
    const x = [link];
    const figure: Figure = {
      data: [
        { type: "bar", x, y: [1] },
        { type: "bar", x, y: [2] },
      ],
      layout: {},
    };
    expect(escapedFigure(figure).data).toMatchObject([{ x: [harmless] }, { x: [harmless] }]);
  });
});
