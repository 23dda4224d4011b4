import bar from "plotly.js/lib/bar";
import pie from "plotly.js/lib/pie";
import { plotOf } from "./plotOf.tsx";

// The map has a chunk of its own.
export default plotOf([bar, pie]);
