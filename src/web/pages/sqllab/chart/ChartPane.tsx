import { useMemo, useState } from 'react'
import { ChartColumn, Compass } from 'lucide-react'
import { useNavigate } from 'react-router'
import { msg, t } from '#core/i18n/t.ts'
import type { Table } from '#core/table.ts'
import { isNumeric } from '#core/table.ts'
import { errorText } from '../../../data/call-error.ts'
import { useSession } from '../../../data/session.ts'
import { ChartFrame } from '../../../frame/ChartFrame.tsx'
import { useChart } from '../../../frame/chart-registry.ts'
import type { ChartData } from '../../../frame/data/use-chart-data.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Picker } from '../../../ui/choice/Picker.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { createDataset, exploreAddress, type DatasetSource } from '../datasets/save-dataset.ts'
import { aggregates, quickForm, quickTable, quickTypes, suitableChart, type QuickChart } from './quick-chart.ts'
import css from './ChartPane.module.css'

const typeNames: Record<QuickChart['type'], string> = {
  echarts_timeseries_bar: msg('Bar Chart'),
  echarts_timeseries_line: msg('Line Chart'),
  echarts_area: msg('Area Chart'),
}

type Props = { table: Table; source: DatasetSource; label: string }

/** Draws a result at once, from its rows, and carries the chart over to explore. */
export const ChartPane = ({ table, source, label }: Props) => {
  const [chosen, setChosen] = useState<QuickChart | null>(() => suitableChart(table))
  if (!chosen) return <EmptyState fills icon={<ChartColumn />} title={t('Nothing to draw')} text={t('The result has no rows.')} />
  return <Drawn chosen={chosen} onChoose={setChosen} table={table} source={source} label={label} />
}

const idle = {
  status: 'done',
  error: null,
  startedAt: null,
  queryContext: null,
  stop: () => {},
  refresh: () => {},
  retry: () => {},
} as const

const Drawn = ({ chosen, onChoose, table, source, label }: Props & { chosen: QuickChart; onChoose: (chart: QuickChart) => void }) => {
  const navigate = useNavigate()
  const { hasPermission } = useSession()
  const [isOpening, setOpening] = useState(false)
  const chart = useChart(chosen.type)
  const form = useMemo(() => quickForm(chosen, 0), [chosen])
  const data = useMemo<ChartData>(() => {
    const drawn = quickTable(table, chosen)
    const query = {
      table: drawn,
      rowcount: drawn.rowCount,
      sqlRowcount: drawn.rowCount,
      sql: source.sql,
      isCached: false,
      cachedAt: null,
      from: null,
      to: null,
      appliedFilters: [],
      rejectedFilters: [],
      annotationData: {},
      warning: null,
    }
    return { ...idle, answer: { queries: [query], tables: [drawn], durationMs: 0, timing: {}, receivedAt: 0 } }
  }, [table, chosen, source])

  const openExplore = async () => {
    setOpening(true)
    try {
      const stamp = new Intl.DateTimeFormat(t.locale, { dateStyle: 'short', timeStyle: 'medium' }).format(Date.now())
      const id = await createDataset(source, `${label} ${stamp}`.slice(0, 250))
      void navigate(await exploreAddress(id, quickForm(chosen, id)))
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
      setOpening(false)
    }
  }
  const names = table.columns.map(({ name }) => ({ value: name, label: name }))
  const measures = chosen.aggregate === 'COUNT' ? names : names.filter((_, i) => table.columns[i] && isNumeric(table.columns[i]))
  return (
    <section className={css['pane']} aria-label={t('Chart')}>
      <div className={css['bar']}>
        <Picker
          dense
          className={css['picker'] ?? ''}
          label={t('Chart type')}
          value={chosen.type}
          options={quickTypes.map((type) => ({ value: type, label: t(typeNames[type]) }))}
          onChange={(type) => onChoose({ ...chosen, type })}
        />
        <Picker
          dense
          className={css['picker'] ?? ''}
          label={t('X-axis')}
          value={chosen.x}
          options={names}
          onChange={(x) => onChoose({ ...chosen, x })}
        />
        <Picker
          dense
          className={css['aggregate'] ?? ''}
          label={t('Aggregate')}
          value={chosen.aggregate}
          options={aggregates.map((aggregate) => ({ value: aggregate, label: aggregate }))}
          onChange={(aggregate) => onChoose({ ...chosen, aggregate })}
        />
        <Picker
          dense
          className={css['picker'] ?? ''}
          label={t('Value')}
          value={chosen.y}
          options={measures}
          onChange={(y) => onChoose({ ...chosen, y })}
        />
        {hasPermission('can_write', 'Dataset') && (
          <Button
            dense
            kind="primary"
            className={css['explore'] ?? ''}
            icon={<Compass />}
            busy={isOpening}
            onClick={() => void openExplore()}
          >
            {t('Open in explore')}
          </Button>
        )}
      </div>
      <div className={css['picture']}>{chart && <ChartFrame form={form} chart={chart} dataset={null} data={data} hidesProgress />}</div>
    </section>
  )
}
