import type { Kysely } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { filterQueries, type FilterQuery } from '#core/filters/filter-queries.ts'
import { readObject } from '#core/encoding/read-object.ts'

type Version = { id: number; object_id: number; user_id: number | null; state: string }
type Store = {
  dashboards: { id: number; json_metadata: string | null }
  charts: { id: number; datasource_id: number }
  dashboard_charts: { dashboard_id: number; chart_id: number }
  versions: Version & { kind: string }
  dashboard_sources: {
    dashboard_id: number
    kind: string
    item: string
    dataset_id: number
    definition: string
    placed_by_fk: number | null
  }
}

type Placing = Pick<Version, 'id' | 'user_id'>

/** The oldest version since which the condition has held without interruption. */
const since = (versions: readonly Version[], holds: (state: Record<string, unknown>) => boolean): Placing | null => {
  let first: Placing | null = null
  for (const version of versions) {
    if (!holds(readObject(version.state))) first = null
    else first ??= version
  }
  return first
}

const later = (a: Placing | null, b: Placing | null): Placing | null => (a && b && a.id > b.id ? a : (b ?? a))

/**
 * The datasets that a dashboard uses, through which chart or filter, and who placed it there; needed to decide which data the dashboard
 * grants to its viewers. Existing ones are attributed to the author of the oldest version that has them.
 */
export const up = async (untyped: Kysely<unknown>): Promise<void> => {
  const db = untyped as Kysely<Store>
  await db.schema
    .createTable('dashboard_sources')
    .addColumn('dashboard_id', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('dataset_id', 'integer', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('placed_by_fk', 'integer')
    .execute()
  await db.schema.createIndex('dashboard_sources_dashboard').on('dashboard_sources').column('dashboard_id').execute()

  const versionsOf = (kind: string, id: number): Promise<Version[]> =>
    db
      .selectFrom('versions')
      .select(['id', 'object_id', 'user_id', 'state'])
      .where('kind', '=', kind)
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()

  for (const { id, json_metadata } of await db.selectFrom('dashboards').select(['id', 'json_metadata']).execute()) {
    const versions = await versionsOf('dashboard', id)
    const note = (source: Pick<FilterQuery, 'item' | 'dataset_id' | 'definition'> & { kind: string }, by: Placing | null) =>
      db
        .insertInto('dashboard_sources')
        .values({ ...source, dashboard_id: id, placed_by_fk: by?.user_id ?? null })
        .execute()
    const charts = await db
      .selectFrom('dashboard_charts')
      .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
      .select(['charts.id', 'datasource_id'])
      .where('dashboard_id', '=', id)
      .execute()
    for (const chart of charts) {
      const placed = since(versions, ({ charts: ids }) => Array.isArray(ids) && ids.includes(chart.id))
      const moved = since(await versionsOf('chart', chart.id), ({ datasource_id: dataset }) => dataset === chart.datasource_id)
      await note({ kind: 'chart', item: String(chart.id), dataset_id: chart.datasource_id, definition: '' }, later(placed, moved))
    }
    for (const query of filterQueries(readObject(json_metadata))) {
      const isThere = (state: Record<string, unknown>) =>
        filterQueries(readObject(String(state['json_metadata'] ?? ''))).some((other) => isDeepStrictEqual(other, query))
      await note({ ...query, kind: 'filter' }, since(versions, isThere))
    }
  }
}
