import { t } from '#core/i18n/t.ts'
import { metricLabel } from '#core/query/labels.ts'
import { isMetric } from '#core/query/legacy/is-metric.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asList, isSet } from '#core/query/read.ts'

type Requirement = (form: FormData) => string | null

const need = (form: FormData, key: string, text: string): string | null => (isSet(form[key]) ? null : text)

const needMetric: Requirement = (form) => (asList(form['metric']).some(isMetric) ? null : t('Pick a metric to display'))

const bubble: Requirement = (form) => {
  const metrics = ['x', 'y', 'size'].map((key) => form[key])
  if (!metrics.every(isMetric) || !isSet(form['entity'])) return t('Pick a metric for x, y and size')
  return new Set(metrics.map(metricLabel)).size < metrics.length ? t('Please use 3 different metric labels') : null
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
  bullet: needMetric,
  country_map: countryMap,
  mapbox,
  partition: (form) => need(form, 'groupby', t('Please choose at least one groupby')),
  time_pivot: needMetric,
  time_table: timeTable,
}

/** What a legacy chart's form lacks, in words; null if nothing. */
export const missingControl = (form: FormData): string | null => requirements[form.viz_type]?.(form) ?? null
