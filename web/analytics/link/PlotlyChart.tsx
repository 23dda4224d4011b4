import bar from "plotly.js/lib/bar";
import pie from "plotly.js/lib/pie";
import { plotOf } from "./plotOf.tsx";

// Without the map's traces, which have their own chunk.
export default plotOf([bar, pie]);
