import { dashboardMetadata, type DashboardMetadata } from '#api/bodies/dashboard-metadata.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { MessageError } from '#core/errors.ts'

/** Default metadata that every save adds. */
const defaults = {
  timed_refresh_immune_slices: [],
  expanded_slices: {},
  refresh_frequency: 0,
  color_scheme: '',
  label_colors: {},
  shared_label_colors: [],
  map_label_colors: {},
  color_scheme_domain: [],
  cross_filters_enabled: true,
}

type Positions = Record<string, unknown>

const isChart = (item: unknown): item is { type: 'CHART'; meta: { chartId: number; uuid?: string } } =>
  typeof item === 'object' &&
  item !== null &&
  (item as { type?: unknown }).type === 'CHART' &&
  typeof (item as { meta?: { chartId?: unknown } }).meta?.chartId === 'number'

/** Ids of the charts in a layout. */
export const chartIdsIn = (positions: Positions): number[] => [
  ...new Set(Object.values(positions).flatMap((item) => (isChart(item) ? [item.meta.chartId] : []))),
]

/** Adds the charts' uuids, by which exports and copies find them, to a layout; `renumbered` replaces chart ids. */
export const withUuids = (
  positions: Positions,
  uuids: ReadonlyMap<number, string>,
  renumbered: ReadonlyMap<number, number> = new Map(),
): Positions =>
  Object.fromEntries(
    Object.entries(positions).map(([key, item]) => {
      if (!isChart(item)) return [key, item]
      const chartId = renumbered.get(item.meta.chartId) ?? item.meta.chartId
      return [key, { ...item, meta: { ...item.meta, chartId, uuid: uuids.get(chartId) ?? item.meta.uuid } }]
    }),
  )

/** Default filters of filter boxes whose charts still exist. */
const keptFilters = (text: string | undefined, chartIds: readonly number[]): string => {
  const filters = readObject(text ?? null)
  return JSON.stringify(Object.fromEntries(Object.entries(filters).filter(([id]) => chartIds.includes(Number(id)))))
}

/** The metadata text to store, without the layout, which has its own column. */
export const storedMetadata = (sent: DashboardMetadata): string => {
  const { positions, filter_scopes, color_namespace, ...rest } = sent
  const scopes = filter_scopes && Object.keys(filter_scopes).length ? { filter_scopes } : {}
  return JSON.stringify({
    ...rest,
    ...(positions ? { default_filters: keptFilters(sent.default_filters, chartIdsIn(positions)) } : {}),
    ...scopes,
    ...(color_namespace ? { color_namespace } : {}),
    ...Object.fromEntries(Object.entries(defaults).filter(([name]) => rest[name as keyof typeof rest] === undefined)),
  })
}

/**
 * Rejects settings that nobody knows, unless the dashboard has them already: an import may have brought them from a newer version, and a
 * save must not lose them.
 */
export const rejectUnknownSettings = (sent: object, stored: string | null): void => {
  const kept = readObject(stored)
  const unknown = Object.keys(sent).filter((name) => !(name in dashboardMetadata.shape) && !(name in kept))
  if (unknown.length === 0) return
  throw new MessageError(400, { json_metadata: [Object.fromEntries(unknown.map((name) => [name, ['Unknown field.']]))] })
}

export const slugFrom = (text: string): string =>
  text
    .trim()
    .replaceAll(' ', '-')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '')
