import Plotly from "plotly.js/lib/core";
import { saveFile } from "../../core/files/saveFile.ts";

/** Saves the chart inside `frame` as a PNG at twice its size. Rejects if there is no chart. */
export async function saveImage(frame: HTMLElement, name: string): Promise<void> {
  const chart = frame.querySelector<HTMLElement>(".js-plotly-plot");
  if (!chart) throw new Error("There is no chart to save");
  const options = { format: "png", width: chart.clientWidth, height: chart.clientHeight, scale: 2 } as const;
  const [, data = ""] = (await Plotly.toImage(chart, options)).split(",");
  // The picture is decoded here, because the page's Content-Security-Policy forbids fetching data: URLs.
  saveFile(
    `${name}.png`,
    Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
    "image/png",
  );
}
