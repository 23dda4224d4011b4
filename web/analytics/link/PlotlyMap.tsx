import choropleth from "plotly.js/lib/choropleth";
import scattergeo from "plotly.js/lib/scattergeo";
import { plotOf } from "./plotOf.tsx";

// From our own server: nobody else learns who looks at what.
export default plotOf([choropleth, scattergeo], { topojsonURL: "/assets/", scrollZoom: false });
