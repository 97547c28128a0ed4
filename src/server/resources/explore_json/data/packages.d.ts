/** Packages without types, or with those of a module of another kind. */

declare module 'google-polyline' {
  /** Latitude and longitude of each point. */
  const polyline: { decode: (text: string) => [number, number][] }
  export default polyline
}

declare module 'world-countries/countries.json' {
  type Country = {
    name: { common: string; official: string }
    cca2: string
    cca3: string
    cioc: string
    altSpellings: string[]
    latlng: [latitude: number, longitude: number]
  }
  const countries: Country[]
  export default countries
}
