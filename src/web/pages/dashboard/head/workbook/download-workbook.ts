import { writeXlsx } from 'hucre/xlsx'
import { effectiveForm } from '#core/filters/effective-form.ts'
import { rootId } from '#core/layout/component.ts'
import { subtree } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { readAnswer } from '../../../../frame/data/answer.ts'
import { readFault } from '../../../../frame/data/fault.ts'
import { fetchChartData } from '../../../../frame/data/fetch-chart-data.ts'
import { limitChartRequests } from '../../../../frame/data/limiter.ts'
import { buildChartQuery } from '#charts/query-key.ts'
import { downloadBlob } from '../../../../frame/picture/download.ts'
import { say } from '../../../../ui/feedback/toast.ts'
import { masksOnChart } from '../../state/derived.ts'
import type { DashboardState, DashboardStore } from '../../state/store.ts'
import { sheetsOf, type ChartTables } from './sheets.ts'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What the charts of all tabs show under the filters in force, in reading order. */
const readTables = (state: DashboardState): Promise<ChartTables[]> => {
  const { layout } = state.history.present
  const dashboardId = state.serverFields.id
  const read = async (chartId: number, name: string): Promise<ChartTables> => {
    const record = state.charts[chartId]
    const chart = record && state.chartTypes[record.form_data.viz_type]
    if (!record || !chart) return { name, tables: [] }
    const surroundings = { dashboardId, masks: masksOnChart(state, chartId), urlParams: state.urlParams }
    try {
      const question = buildChartQuery(effectiveForm(record.form_data, surroundings), chart)
      if (question.queries.length === 0) return { name, tables: [] }
      const { text, timing } = await limitChartRequests(() => fetchChartData(question, { sliceId: chartId, dashboardId }))
      return { name, tables: readAnswer(text, { durationMs: 0, timing, receivedAt: Date.now() }).tables }
    } catch (error) {
      const { title, text } = readFault(error, state.datasets[record.form_data.datasource] ?? null)
      return { name, tables: [], fault: `${title} ${text}` }
    }
  }
  const placed = subtree(layout, rootId).flatMap(({ type, meta }) =>
    type === 'CHART' && meta.chartId !== undefined
      ? [{ id: meta.chartId, name: meta.sliceNameOverride || state.charts[meta.chartId]?.slice_name || meta.sliceName || t('Chart') }]
      : [],
  )
  return Promise.all(placed.map(({ id, name }) => read(id, name)))
}

/** Downloads the numbers of all charts as one Excel file, a sheet for each. */
export const downloadWorkbook = async (store: DashboardStore, name: string) => {
  const closeToast = say(t('Collecting the data of all charts'), { lasts: 0 })
  const charts = await readTables(store.getState())
  closeToast()
  const sheets = sheetsOf(charts)
  if (sheets.length === 0) return void say(t('There is no data to download.'), { kind: 'warn' })
  const bytes = await writeXlsx({ sheets })
  downloadBlob(new Blob([new Uint8Array(bytes)], { type: mediaType }), `${name}.xlsx`)
  const failed = charts.filter(({ fault }) => fault !== undefined).length
  if (failed > 0)
    say(t.plural(failed, 'The data of %(count)s chart could not be read.', 'The data of %(count)s charts could not be read.'), {
      kind: 'warn',
    })
}
