import Fuse from 'fuse.js'
import type { Chart } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'

export const recommendedTags = ['Popular', 'ECharts', 'Advanced-Analytics']

const byPlace = ({ galleryPlace: a = Infinity }: Chart, { galleryPlace: b = Infinity }: Chart) => (a === b ? 0 : a - b)

export const inOrder = (charts: readonly Chart[]): Chart[] => charts.toSorted((a, b) => byPlace(a, b) || a.name.localeCompare(b.name))

/** The types that a chart can be given: deprecated and denied ones only while the chart has that type. */
export const offeredCharts = (charts: readonly Chart[], current: string, denied: readonly string[]): Chart[] =>
  charts.filter(({ viz_type: vizType, isDeprecated }) => vizType === current || !(isDeprecated || denied.includes(vizType)))

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

/** How much better a match counts for a featured type, and how much worse for a deprecated one; scores run from 0, the best, to 1. */
const labelWeight = 0.1

const weightOf = ({ tags, isDeprecated = false }: Chart): number =>
  (tags.includes('Featured') ? labelWeight : 0) - (isDeprecated ? labelWeight : 0)

/** Searches names, tags and descriptions in the language of the page, and tolerates typing errors. Best match first. */
export const chartSearch = (charts: readonly Chart[]) => {
  const fuse = new Fuse(inOrder(charts), {
    threshold: 0.3,
    ignoreLocation: true,
    includeScore: true,
    keys: [
      { name: 'name', weight: 4, getFn: ({ name }) => t(name) },
      { name: 'tags', weight: 2, getFn: ({ tags }) => tags.map((tag) => t(tag)) },
      { name: 'description', weight: 1, getFn: ({ description }) => t(description) },
    ],
  })
  const rank = ({ item, score = 0 }: { item: Chart; score?: number }) => score - weightOf(item)
  return (text: string): Chart[] =>
    fuse
      .search(text.trim())
      .toSorted((a, b) => rank(a) - rank(b))
      .map(({ item }) => item)
}
