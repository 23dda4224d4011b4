import choropleth from "plotly.js/lib/choropleth";
import scattergeo from "plotly.js/lib/scattergeo";
import { plotOf } from "./plotOf.tsx";

// Map data is loaded from our own server, so that no third party learns about page views.
export default plotOf([choropleth, scattergeo], { topojsonURL: "/assets/", scrollZoom: false });
