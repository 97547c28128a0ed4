import { t } from '#core/i18n/t.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryMetric } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'

type Requirement = (form: FormData) => string | null

const need = (form: FormData, key: string, text: string): string | null => (isSet(form[key]) ? null : text)

const labelOf = (metric: unknown): string => metricLabel(metric as QueryMetric)

const bubble: Requirement = (form) => {
  const metrics = ['x', 'y', 'size'].map((key) => form[key])
  if (!metrics.every(isSet) || !isSet(form['entity'])) return t('Pick a metric for x, y and size')
  return new Set(metrics.map(labelOf)).size < metrics.length ? t('Please use 3 different metric labels') : null
}

const countryMap: Requirement = (form) =>
  need(form, 'select_country', t('Must specify a country')) ??
  need(form, 'metric', t('Must specify a metric')) ??
  need(form, 'entity', t('Must provide ISO codes'))

/** Where a map groups its points, what it draws of them must be among the groups. */
const mapbox: Requirement = (form) => {
  const groups = asList(form['groupby'])
  const [label] = asList(form['mapbox_label'])
  const [longitude, latitude, radius] = [form['all_columns_x'], form['all_columns_y'], form['point_radius'] ?? 'Auto']
  if (groups.length === 0) {
    if (!isSet(longitude) || !isSet(latitude)) return t('[Longitude] and [Latitude] must be set')
    return label === 'count' ? t("Must have a [Group By] column to have 'count' as the [Label]") : null
  }
  if (label !== undefined && label !== 'count' && !groups.includes(label)) return t('Choice of [Label] must be present in [Group By]')
  if (radius !== 'Auto' && !groups.includes(radius)) return t('Choice of [Point Radius] must be present in [Group By]')
  if (groups.includes(longitude) && groups.includes(latitude)) return null
  return t('[Longitude] and [Latitude] columns must be present in [Group By]')
}

const timeTable: Requirement = (form) => {
  const metrics = asList(form['metrics'])
  if (metrics.length === 0) return t('Pick at least one metric')
  const isGrouped = asList(form['groupby']).length > 0
  return isGrouped && metrics.length > 1 ? t("When using 'Group By' you are limited to use a single metric") : null
}

const requirements: Readonly<Record<string, Requirement>> = {
  bubble,
  bullet: (form) => need(form, 'metric', t('Pick a metric to display')),
  country_map: countryMap,
  mapbox,
  partition: (form) => need(form, 'groupby', t('Please choose at least one groupby')),
  time_table: timeTable,
}

/** What a legacy chart's form lacks, in words; null if nothing. */
export const missingControl = (form: FormData): string | null => requirements[form.viz_type]?.(form) ?? null
