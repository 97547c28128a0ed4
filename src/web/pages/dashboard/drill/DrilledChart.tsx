import { useRef } from 'react'
import type { Chart } from '#charts/chart.ts'
import type { DatasetFacts } from '#charts/control.ts'
import type { MarkFilter } from '#core/query/drill/mark-filter.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { DataGrid } from '../../../data-grid/DataGrid.tsx'
import { ErrorState } from '../../../ui/feedback/State.tsx'
import { readFault } from '../../../frame/data/fault.ts'
import { ChartFrame } from '../../../frame/ChartFrame.tsx'
import { useChartData } from '../../../frame/data/use-chart-data.ts'
import { useDashboard, usePageColors } from '../state/dashboard-context.ts'
import css from './Drill.module.css'

type Props = {
  name: string
  form: FormData
  chart: Chart
  dataset: DatasetFacts | null
  view: 'chart' | 'table'
  names: Record<string, string>
  /** Called with the item that a person clicks, to drill further. */
  onMark: (mark: readonly MarkFilter[]) => void
}

const none: ReadonlySet<string> = new Set()

/** The chart of a step of a drill, or its numbers. */
export const DrilledChart = ({ name, form, chart, dataset, view, names, onMark }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const dashboardId = useDashboard((state) => state.serverFields.id)
  const data = useChartData(form, chart, { dashboardId, element: box })
  const pageColors = usePageColors()
  const table = data.answer?.tables[0]
  if (data.status === 'failed') {
    const fault = readFault(data.error, dataset)
    return (
      <ErrorState
        fills
        title={t('There was an error loading the chart data')}
        text={`${fault.title} ${fault.text}`.trim() || t('Failed to load chart data.')}
        details={fault.details}
        onRetry={() => data.retry()}
      />
    )
  }
  return (
    <div ref={box} className={view === 'chart' ? css['picture'] : css['numbers']}>
      {view === 'table' && table && data.status === 'done' ? (
        <DataGrid
          table={table}
          label={t('Rows of “%(name)s”', { name })}
          id="drill by"
          search=""
          hidden={none}
          raw={none}
          verboseNames={names}
        />
      ) : (
        <ChartFrame
          form={form}
          chart={chart}
          dataset={dataset}
          data={data}
          pageColors={pageColors}
          id="drill by"
          onSelect={(selection) => selection && onMark(selection.filters)}
          onContextMenu={({ filters }) => filters.length > 0 && onMark(filters)}
        />
      )}
    </div>
  )
}
