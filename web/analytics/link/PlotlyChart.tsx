import bar from "plotly.js/lib/bar";
import pie from "plotly.js/lib/pie";
import { plotOf } from "./plotOf.tsx";

// Excludes the map's trace types, which have their own chunk.
export default plotOf([bar, pie]);
