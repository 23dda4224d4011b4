import choropleth from "plotly.js/lib/choropleth";
import { plotOf } from "./plotOf.tsx";

// From our own server: nobody else learns who looks at what.
export default plotOf([choropleth], { topojsonURL: "/assets/", scrollZoom: false });
