import { expect, it } from "vitest";
import { cityKey, cityName, isCityAmong, wantedCities } from "./cities.ts";

const isAmong = (values: readonly string[]) => {
  const wanted = wantedCities(values);
  return isCityAmong((city) => wanted.includes(city));
};

it.each([
  ["Berlin", "Berlin (Bezirk Tempelhof-Schoneberg)", true],
  ["BERLIN", "Berlin", true],
  ["Munchen", "München (Altstadt)", true],
  ["Berlin (Mitte)", "Berlin (mitte)", true],
  ["Berlin (Mitte)", "Berlin (Wedding)", false],
  ["Berlin (Mitte)", "Berlin", false],
  ["Berlin", "Berlingen", false],
  ["Berlin", "East Berlin", false],
  ["", "", true],
  ["\u0301", "", false],
])("%j has %j: %s", (wanted, city, is) => {
  expect(isAmong([wanted])(city)).toBe(is);
});

it("a city's own name finds it and all that share its key", () => {
  for (const city of ["Zürich (Kreis 4) / Aussersihl", "Foo （Bar）", "a (b (c))", " (x)", "Ærø (y)"]) {
    expect(isAmong([cityName(city)])(city)).toBe(true);
    expect(cityKey(cityName(city))).toBe(cityKey(city));
  }
});
