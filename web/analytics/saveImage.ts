import Plotly from "plotly.js/lib/core";
import { saveFile } from "../files/saveFile.ts";

/** Saves the chart inside `frame` as a PNG at twice its size. */
export async function saveImage(frame: HTMLElement, filename: string): Promise<void> {
  const chart = frame.querySelector<HTMLElement>(".js-plotly-plot");
  if (!chart) throw new Error("There is no chart to save");
  const options = { format: "png", width: chart.clientWidth, height: chart.clientHeight, scale: 2 } as const;
  const url = await Plotly.toImage(chart, options);
  saveFile(`${filename}.png`, await (await fetch(url)).blob(), "image/png");
}
