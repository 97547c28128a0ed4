export const fruits = ['Apple', 'Banana', 'Cherry', 'Date', 'Elderberry', 'Fig', 'Grape', 'Hazelnut', 'Iris', 'Juniper'].map((label) => ({
  value: label.toLowerCase(),
  label,
}))

export const few = fruits.slice(0, 4)

export const manyOptions = Array.from({ length: 10_000 }, (_, i) => ({ value: i, label: `Option ${i + 1}` }))

export type City = { id: string; name: string; country: string; note: string; people: number }

const countries = ['Japan', 'India', 'China', 'Brazil', 'Mexico', 'Egypt', 'France', 'Peru']

export const cities: City[] = Array.from({ length: 10_000 }, (_, i) => ({
  id: String(i),
  name: `City ${i + 1}`,
  note: i % 3 === 0 ? 'Known for its harbour, its hills, and a market that opens long before the sun is up' : 'Quiet',
  country: countries[i % countries.length] ?? '',
  people: ((i * 7919) % 3_000) * 1_000,
}))

export const scopes = [
  {
    key: 'films',
    label: 'Films',
    children: [
      { key: 'ratings', label: 'Ratings' },
      { key: 'budgets', label: 'Budgets' },
      { key: 'archive', label: 'Archive', disabled: true },
    ],
  },
  { key: 'flights', label: 'Flights', children: [{ key: 'delays', label: 'Delays' }] },
]
