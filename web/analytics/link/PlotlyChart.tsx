import bar from "plotly.js/lib/bar";
import pie from "plotly.js/lib/pie";
import { plotOf } from "./plotOf.tsx";

// Draws all trace types except the map's, which have their own chunk.
export default plotOf([bar, pie]);
