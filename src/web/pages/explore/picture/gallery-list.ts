import type { Chart } from '#charts/chart.ts'

export const recommendedTags = ['Popular', 'ECharts', 'Advanced-Analytics']

const byPlace = ({ galleryPlace: a = Infinity }: Chart, { galleryPlace: b = Infinity }: Chart) => (a === b ? 0 : a - b)

export const inOrder = (charts: readonly Chart[]): Chart[] => charts.toSorted((a, b) => byPlace(a, b) || a.name.localeCompare(b.name))

export type Shelf = { kind: 'all' } | { kind: 'category'; name: string } | { kind: 'tag'; name: string }

export const onShelf = (charts: readonly Chart[], shelf: Shelf): Chart[] =>
  inOrder(
    charts.filter(
      (chart) => shelf.kind === 'all' || (shelf.kind === 'category' ? chart.category === shelf.name : chart.tags.includes(shelf.name)),
    ),
  )

/** Categories by name, Other last. */
export const categoriesOf = (charts: readonly Chart[]): string[] =>
  [...new Set<string>(charts.map((chart) => chart.category))].sort(
    (a, b) => Number(a === 'Other') - Number(b === 'Other') || a.localeCompare(b),
  )

export const tagsOf = (charts: readonly Chart[]): string[] =>
  [...new Set(charts.flatMap((chart) => chart.tags))].filter((tag) => !recommendedTags.includes(tag)).sort((a, b) => a.localeCompare(b))
