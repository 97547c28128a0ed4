import { Check, CirclePause, CloudOff, Info, Minimize2, TriangleAlert } from 'lucide-react'
import { use, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Chart } from '#charts/chart.ts'
import type { DatasetFacts } from '#charts/control.ts'
import { drawnForm } from '#core/filters/effective-form.ts'
import type { Indicator } from '#core/filters/indicators.ts'
import { plainLine } from '#core/format/plain-line.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../../data/paths.ts'
import { useSession } from '../../../data/session.ts'
import { warningOf } from '../../../frame/data/answer.ts'
import { notUpdatedText } from '../../../frame/data/fault.ts'
import { sentenceFacts } from '#charts/shared/format/dataset-facts.ts'
import type { ChartData } from '../../../frame/data/use-chart-data.ts'
import { useElapsed } from '../../../frame/use-elapsed.ts'
import { lazyPart, lazyCompact } from '../../../lazy/lazy-part.tsx'
import { loadCode, reportLoadFault } from '../../../lazy/load-fault.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { secondsText } from '../../../frame/seconds.ts'
import { CertifiedMark } from '../../../ui/marks/CertifiedMark.tsx'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { isLent, type CardChart } from '../data/record.ts'
import { EditContext } from '../stage/edit-tools.ts'
import { useCards, useDashboard, useDashboardStore } from '../state/dashboard-context.ts'
import { isDescriptionShown } from '../state/derived.ts'
import css from './Card.module.css'
import { CardMenu } from './CardMenu.tsx'

const Description = lazyPart(async () => (await import('../stage/markdown/MarkdownText.tsx')).PlainMarkdown)

const Indicators = lazyCompact(async () => (await import('./Indicators.tsx')).Indicators)

export type HeadProps = {
  id: string
  record: CardChart
  chart: Chart
  form: FormData
  data: ChartData
  /** The request failed, and the last picture is still shown. */
  keepsPicture: boolean
  name: string
  /** The head has one line only. */
  isSmall: boolean
  indicators: Indicator[]
}

/** A running card shows its elapsed time after this. */
const elapsedThresholdSeconds = 3

/** Elapsed time and Stop. A component of its own, so that the card does not render with every tick. */
const Elapsed = ({ data }: { data: ChartData }) => {
  const elapsed = useElapsed(data.startedAt)
  if (elapsed < elapsedThresholdSeconds) return null
  return (
    <span className={css['elapsed']}>
      <span className="tabular">{t('%(seconds)s s', { seconds: secondsText(elapsed) })}</span>
      <Button kind="link" onClick={data.stop}>
        {t('Stop')}
      </Button>
    </span>
  )
}

/** Explains why the picture could not be updated. */
const NotUpdated = ({ data, dataset }: { data: ChartData; dataset: DatasetFacts | null }) => {
  const why = notUpdatedText(data.error, dataset)
  return (
    <Tooltip text={why}>
      <span className={css['warning']} tabIndex={0} role="note" aria-label={why}>
        <CloudOff aria-hidden />
      </span>
    </Tooltip>
  )
}

export const CardHead = (props: HeadProps) => {
  const { id, record, chart, form, data, keepsPicture, name, isSmall, indicators } = props
  const store = useDashboardStore()
  const tools = use(EditContext)
  const isFresh = useCards((state) => state.justRefreshed.has(id))
  const dataset = useDashboard((state) => state.datasets[record.form_data.datasource] ?? null)
  const hidesMenu = useDashboard((state) => state.hiddenParts.cardControls)
  const description = record.description?.trim() ?? ''
  const isExpanded = useDashboard((state) => isDescriptionShown(state, record.id)) && description !== ''
  const isFullSize = useDashboard((state) => state.fullSizeId === id)
  const canExplore = useSession().hasPermission('can_explore', 'Superset') && !isLent(dataset)
  const navigate = useNavigate()
  const openWithFilters = (event: React.MouseEvent) => {
    event.preventDefault()
    loadCode(() => import('./actions/open-chart.ts')).then(
      ({ openChart }) => openChart(event, { form, store, navigate, chartId: record.id }),
      reportLoadFault,
    )
  }
  const warning = data.answer ? warningOf(data.answer) : null
  const subtitle = useMemo(
    () => (description ? plainLine(description) : chart.sentence(drawnForm(form), { t, ...sentenceFacts(dataset) })),
    [description, chart, form, dataset],
  )
  return (
    <header className={cx(css['head'], tools && css['dragBar'])}>
      <div className={css['words']}>
        <div className={css['titleLine']}>
          {tools ? (
            <tools.ChartTitle id={id} name={name} />
          ) : (
            <h3 className={cx(css['title'], 'header-title')} title={name}>
              {canExplore ? (
                <Link className={css['opens']} to={paths.chart(record.id)} onClick={openWithFilters} onAuxClick={openWithFilters}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </h3>
          )}
          {record.certified_by && <CertifiedMark by={record.certified_by} details={record.certification_details} />}
          {description && isSmall && (
            <Tooltip text={description}>
              <span className={css['info']} tabIndex={0} role="note" aria-label={description} data-screen-only>
                <Info aria-hidden />
              </span>
            </Tooltip>
          )}
        </div>
        {!isExpanded && !isSmall && subtitle && (
          <p className={css['subtitle']} title={description || subtitle}>
            {subtitle}
          </p>
        )}
      </div>
      <div className={css['signs']}>
        {warning !== null && (
          <Tooltip text={warning}>
            <span className={css['warning']} tabIndex={0} role="note" aria-label={warning}>
              <TriangleAlert aria-hidden />
            </span>
          </Tooltip>
        )}
        {keepsPicture && <NotUpdated data={data} dataset={dataset} />}
        {indicators.length > 0 && <Indicators chartId={record.id} indicators={indicators} />}
        {data.startedAt !== null && <Elapsed data={data} />}
        {data.status === 'stopped' && data.answer && (
          <span className={css['elapsed']} role="status" title={t('Updating chart was stopped')}>
            <CirclePause aria-hidden />
            {t('Stopped')}
            <Button kind="link" onClick={() => data.retry()}>
              {t('Run again')}
            </Button>
          </span>
        )}
        {isFresh && (
          <span className={css['fresh']} role="status">
            <Check aria-hidden />
            {t('Just now')}
          </span>
        )}
        {isFullSize && (
          <IconButton
            dense
            className={css['exit']}
            label={t('Exit fullscreen')}
            hint={t('Esc')}
            icon={<Minimize2 />}
            onClick={() => store.getState().set({ fullSizeId: null })}
          />
        )}
        {!hidesMenu && <CardMenu {...props} />}
      </div>
      {isExpanded && (
        <div className={css['description']} role="note" aria-label={t('Description')} tabIndex={0}>
          <Description code={description} />
        </div>
      )}
    </header>
  )
}
