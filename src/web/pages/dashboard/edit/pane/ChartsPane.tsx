import { ChartColumn } from 'lucide-react'
import { useMemo, useState } from 'react'
import { chartsIn } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../../data/call-error.ts'
import { useSession } from '../../../../data/session.ts'
import { Thumbnail } from '../../../../lists/rows/Thumbnail.tsx'
import { useVizName } from '../../../../lists/viz-names.ts'
import { Chip } from '../../../../ui/Chip.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Menu } from '../../../../ui/overlay/Menu.tsx'
import { SearchInput } from '../../../../ui/text/SearchInput.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { useDashboard, useMount } from '../../state/dashboard-context.ts'
import { useList } from '../../state/use-list.ts'
import { addPart } from '../actions.ts'
import { NewChartButton } from '../new-chart/NewChartButton.tsx'
import { usePartDrag } from '../drag/use-part-drag.ts'
import css from './Pane.module.css'
import { addChartRecord, useSavedCharts, type ChartSort, type SavedChart } from './saved-charts.ts'

const mineKey = 'chartroom.dashboard.only-mine'

const sortNames: Record<ChartSort, () => string> = {
  changed_on_delta_humanized: () => t('Recent'),
  slice_name: () => t('Name'),
  viz_type: () => t('Chart type'),
  datasource_name: () => t('Dataset'),
}

/** Saved charts with thumbnails and search; those on the dashboard are marked. */
export const ChartsPane = () => {
  const { user } = useSession()
  const datasets = useDashboard((state) => state.datasets)
  const placed = useList((state) => chartsIn(state.history.present.layout))
  const [text, setText] = useState('')
  const [mine, setMine] = useState(() => localStorage.getItem(mineKey) !== 'false')
  const [fits, setFits] = useState(false)
  const [sort, setSort] = useState<ChartSort>('changed_on_delta_humanized')
  const { data, error, isPending } = useSavedCharts({ text, owner: mine ? user.id : null, sort })
  const here = useMemo(() => new Set(placed), [placed])
  const shown = (data?.result ?? []).filter(
    (chart) => !fits || Object.values(datasets).some((dataset) => dataset.uid === `${chart.datasource_id}__${chart.datasource_type}`),
  )
  const showMine = (next: boolean) => {
    setMine(next)
    localStorage.setItem(mineKey, String(next))
  }
  return (
    <>
      <div className={css['search']}>
        <SearchInput
          label={data ? t.plural(data.count, 'Search %(count)s chart', 'Search %(count)s charts') : t('Search charts')}
          value={text}
          wait={250}
          onValue={setText}
        />
        <NewChartButton short />
      </div>
      <div className={css['chips']}>
        <Chip set={mine} aria-pressed={mine} onClick={() => showMine(!mine)}>
          {t('Mine')}
        </Chip>
        <Chip set={fits} aria-pressed={fits} onClick={() => setFits(!fits)}>
          {t('Fits this data')}
        </Chip>
        <Menu
          label={t('Sort by')}
          entries={(Object.keys(sortNames) as ChartSort[]).map((key) => ({
            key,
            label: sortNames[key](),
            checked: key === sort,
            onSelect: () => setSort(key),
          }))}
        >
          <button type="button" className={css['sort']}>
            {sortNames[sort]()}
          </button>
        </Menu>
      </div>
      <div className={css['body']}>
        {error && (
          <p className={css['note']} role="alert">
            {errorText(error)
              ? `${t('Sorry there was an error fetching saved charts: ')}${errorText(error)}`
              : t('Could not fetch all saved charts')}
          </p>
        )}
        {data?.fault !== undefined && (
          <p className={css['note']} role="alert">
            {t('Could not fetch all saved charts')}
          </p>
        )}
        {!error && !isPending && shown.length === 0 && <p className={css['note']}>{t('No results found')}</p>}
        <ul className={css['charts']} aria-label={t('Saved charts')}>
          {isPending && Array.from({ length: 6 }, (_, i) => <Skeleton key={i} height={132} />)}
          {shown.map((chart) => (
            <ChartTile key={chart.id} chart={chart} isHere={here.has(chart.id)} />
          ))}
        </ul>
        {data && data.result.length < data.count && (
          <p className={css['note']}>
            {t('The first %(shown)s of %(count)s; search for the others.', { shown: data.result.length, count: data.count })}
          </p>
        )}
      </div>
    </>
  )
}

const ChartTile = ({ chart, isHere }: { chart: SavedChart; isHere: boolean }) => {
  const mount = useMount()
  const vizName = useVizName()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const dragged = { type: 'CHART' as const, meta: { chartId: chart.id, sliceName: chart.slice_name } }
  const isDragged = usePartDrag({
    element,
    source: () => (isHere ? null : { dragged, name: chart.slice_name, prepare: () => addChartRecord(mount.store, chart) }),
  })
  const add = () => {
    if (isHere) return
    if (addChartRecord(mount.store, chart)) addPart(mount, dragged)
  }
  const dataset = chart.table?.table_name
  const note = isHere ? t('On this page') : [vizName(chart.viz_type), dataset].filter(Boolean).join(' · ')
  return (
    <li>
      <button
        ref={setElement}
        type="button"
        className={cx(css['chart'], isDragged && css['dragged'], isHere && css['here'])}
        aria-disabled={isHere}
        title={chart.slice_name}
        onClick={add}
      >
        <Thumbnail className={css['picture'] ?? ''} url={chart.thumbnail_url} width={136} height={86} icon={<ChartColumn />} />
        {!isHere && <span className="visually-hidden">{`${t('Add')} `}</span>}
        <span className={css['chartName']}>{chart.slice_name}</span>
        <span className={css['chartNote']}>{note}</span>
      </button>
    </li>
  )
}
