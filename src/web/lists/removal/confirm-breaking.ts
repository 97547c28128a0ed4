import { databaseRelatedObjects } from '#api/database.ts'
import { datasetList, datasetRelatedObjects } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { call, callList } from '../../data/call.ts'
import { confirm } from '../../ui/overlay/confirm.ts'

/** Names of what breaks that are listed; more are counted. */
const maxListed = 12

const relatedTo = (tag: 'dataset' | 'database', id: number) =>
  tag === 'dataset'
    ? call(datasetRelatedObjects, { params: { idOrName: String(id) } })
    : call(databaseRelatedObjects, { params: { pk: id } })

/** Datasets and tabs of SQL Lab that use databases, as sentences; a database with datasets cannot be deleted. */
const standingOn = async (ids: readonly number[]): Promise<string[]> => {
  const counts = await Promise.all(
    ids.map(async (value) => {
      const { count } = await callList(datasetList, {
        columns: ['id'],
        filters: [{ col: 'database', opr: 'rel_o_m', value }],
        page: 0,
        page_size: 1,
      })
      const { sqllab_tab_states: tabs } = await call(databaseRelatedObjects, { params: { pk: value } })
      return { datasets: count, tabs: tabs.count }
    }),
  )
  const datasets = counts.reduce((sum, one) => sum + one.datasets, 0)
  const tabs = counts.reduce((sum, one) => sum + one.tabs, 0)
  return [
    ...(datasets > 0
      ? [t.plural(datasets, '%(count)s dataset has to be deleted first.', '%(count)s datasets have to be deleted first.')]
      : []),
    ...(tabs > 0 ? [t.plural(tabs, '%(count)s tab of SQL Lab uses it.', '%(count)s tabs of SQL Lab use it.')] : []),
  ]
}

/** Asks for confirmation when charts depend on what is deleted, and always for databases. */
export const confirmBreaking = async (tag: 'dataset' | 'database', things: { id: number; name: string }[]): Promise<boolean> => {
  const answers = await Promise.all(things.map(({ id }) => relatedTo(tag, id)))
  const charts = answers.reduce((sum, answer) => sum + answer.charts.count, 0)
  const dashboards = answers.reduce((sum, answer) => sum + answer.dashboards.count, 0)
  if (charts === 0 && tag === 'dataset') return true
  const [first] = things
  const title =
    things.length === 1 && first
      ? t('Delete “%(name)s”?', { name: first.name })
      : tag === 'dataset'
        ? t('Delete %(count)s datasets?', { count: things.length })
        : t('Delete %(count)s databases?', { count: things.length })
  const users = t.plural(charts, '%(count)s chart', '%(count)s charts')
  const places = t.plural(dashboards, '%(count)s dashboard', '%(count)s dashboards')
  const text = charts
    ? t('Used by %(charts)s on %(dashboards)s. They will remain, but show nothing without it.', { charts: users, dashboards: places })
    : t('No chart uses it.')
  const names = [
    ...answers.flatMap((answer) => answer.dashboards.result.map((dashboard) => dashboard.title)),
    ...answers.flatMap((answer) => answer.charts.result.map(({ slice_name }) => slice_name)),
  ].filter((name) => name !== null && name !== '')
  const listed = names.slice(0, maxListed).join(', ')
  const list = names.length > maxListed ? t('%(names)s and %(count)s more', { names: listed, count: names.length - maxListed }) : listed
  const others = tag === 'database' ? await standingOn(things.map(({ id }) => id)) : []
  return confirm({ title, text: [text, list, ...others].filter(Boolean).join('\n'), action: t('Delete'), danger: true })
}
