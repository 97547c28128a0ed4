import { asRecord } from './read.ts'
import type { FilterClause, FormData, QueryExtras, QueryObject } from './query-object.ts'

/** What dashboards and filters add to a form (`extra_form_data`, and `extra_filters` of older ones). */
export type ExtraFormData = Record<string, unknown>

type Reserved = 'time_range' | 'granularity' | 'time_grain_sqla'

const reserved: Record<string, Reserved> = {
  __time_range: 'time_range',
  __time_col: 'granularity',
  __time_grain: 'time_grain_sqla',
  __granularity: 'granularity',
}

type FormExtras = {
  filters: FilterClause[]
  extras: QueryExtras
  applied_time_extras: Record<string, string>
  time_range?: string
  granularity?: string
}

type LegacyFilter = { col: string; op?: string; val: unknown }

/** Time column, range, grain and further filters as the form and its legacy `extra_filters` say. */
export const extractExtras = (form: FormData): FormExtras => {
  const filters: FilterClause[] = []
  const applied: Record<string, string> = {}
  const legacy: Partial<Record<Reserved, string>> = {}
  for (const filter of (form['extra_filters'] as LegacyFilter[] | null | undefined) ?? []) {
    const key = reserved[filter.col]
    if (!key) {
      filters.push(filter as FilterClause)
      continue
    }
    legacy[key] = String(filter.val)
    applied[filter.col] = String(filter.val)
  }
  const timeRange = legacy.time_range ?? form['time_range']
  const granularity = legacy.granularity ?? (form['granularity_sqla'] || form['granularity'])
  const grain = legacy.time_grain_sqla ?? form['time_grain_sqla']
  return {
    filters,
    extras: grain ? { time_grain_sqla: grain as string } : {},
    applied_time_extras: applied,
    ...(timeRange ? { time_range: timeRange as string } : {}),
    ...(granularity ? { granularity: granularity as string } : {}),
  }
}

/** Later ones win. */
const overrides: [key: string, target: string][] = [
  ['granularity', 'granularity'],
  ['granularity_sqla', 'granularity'],
  ['time_column', 'time_column'],
  ['time_grain', 'time_grain'],
  ['time_range', 'time_range'],
]
const extraOverrides = ['relative_start', 'relative_end', 'time_grain_sqla'] as const

/** Overrides the query with a dashboard's filters. */
export const override = (query: QueryObject, extra: ExtraFormData): QueryObject => {
  const replaced = overrides.filter(([key]) => extra[key] !== undefined).map(([key, target]) => [target, extra[key]] as const)
  const extras = extraOverrides.filter((key) => extra[key] !== undefined).map((key) => [key, extra[key]] as const)
  return {
    ...query,
    ...Object.fromEntries(replaced),
    ...(extras.length > 0 && { extras: { ...query.extras, ...Object.fromEntries(extras) } }),
  }
}

/** The time grain in force: a dashboard's, else a legacy filter's, else the form's own. */
export const timeGrainOf = (form: Record<string, unknown>): string | undefined => {
  const extra = asRecord(form['extra_form_data'])
  if (extra['time_grain_sqla']) return extra['time_grain_sqla'] as string
  return extractExtras(form as FormData).extras.time_grain_sqla ?? undefined
}
