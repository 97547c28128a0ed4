import { CircleAlert, CirclePause, CloudOff, Database, Square, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import type { DatasetFacts } from '#charts/control.ts'
import type { FormData } from '#core/query/query-object.ts'
import { loadCode, reportLoadFault } from '../lazy/load-fault.ts'
import { Button } from '../ui/button/Button.tsx'
import { secondsText } from './seconds.ts'
import { EmptyState, ErrorState } from '../ui/feedback/State.tsx'
import css from './ChartFrame.module.css'
import { notUpdatedText, readFault } from './data/fault.ts'
import type { Fault } from './data/fault.ts'
import type { ChartData } from './data/use-chart-data.ts'
import { useElapsed } from './use-elapsed.ts'

/** Elapsed time and Stop, shown after two seconds. */
export const RunningStatus = ({ data }: { data: ChartData }) => {
  const elapsed = useElapsed(data.startedAt)
  if (elapsed < 2) return null
  return (
    <div className={css['running']}>
      <span className="tabular">{t('%(seconds)s s', { seconds: secondsText(elapsed) })}</span>
      <Button dense icon={<Square />} onClick={data.stop}>
        {t('Stop')}
      </Button>
    </div>
  )
}

/** Shown over the last picture when the update failed. */
export const NotUpdated = ({ data, dataset }: { data: ChartData; dataset: DatasetFacts | null }) => {
  const reason = notUpdatedText(data.error, dataset)
  return (
    <div className={css['notUpdated']} role="alert">
      <CloudOff aria-hidden />
      <span title={reason}>{reason}</span>
      <Button dense onClick={() => data.retry()}>
        {t('Try again')}
      </Button>
    </div>
  )
}

const icons: Partial<Record<Fault['kind'], ReactNode>> = {
  stopped: <CirclePause />,
  dataset: <Database />,
  'too-large': <TriangleAlert />,
  timeout: <CircleAlert />,
}
const maxTimeoutMs = 3_600_000

type FixProps = {
  form: FormData
  /** Applies the suggested fix. Without it only a retry is offered. */
  onFix?: ((form: FormData) => void) | undefined
}

type FailedProps = FixProps & {
  error: unknown
  data: ChartData
  dataset: DatasetFacts | null
  /** Additional buttons for the error. */
  faultActions?: ((fault: Fault) => ReactNode) | undefined
}

export const FailedState = ({ error, data, dataset, form, onFix, faultActions }: FailedProps) => {
  if (data.status === 'stopped')
    return (
      <EmptyState
        className={css['state'] ?? ''}
        icon={<CirclePause />}
        title={t('Updating chart was stopped')}
        text={t('Nothing is running any more.')}
        actions={
          <Button kind="primary" onClick={() => data.retry()}>
            {t('Run again')}
          </Button>
        }
      />
    )
  const fault = readFault(error, dataset)
  const { column } = fault
  const fix = (missing: string, found: string) =>
    void loadCode(() => import('./replace-column.ts')).then(
      ({ replaceColumn }) => onFix?.(replaceColumn(form, missing, found)),
      reportLoadFault,
    )
  return (
    <ErrorState
      className={css['state'] ?? ''}
      icon={icons[fault.kind] ?? <CircleAlert />}
      title={fault.title}
      text={fault.text}
      details={fault.details}
      actions={
        <>
          {column?.nearest && onFix && (
            <Button kind="primary" onClick={() => fix(column.missing, column.nearest ?? column.missing)}>
              {t('Use “%(name)s”', { name: column.nearest })}
            </Button>
          )}
          {fault.kind !== 'drawing' && !(column?.nearest && onFix) && (
            <Button kind="primary" onClick={() => data.retry(fault.kind === 'timeout' ? maxTimeoutMs : undefined)}>
              {fault.kind === 'timeout' ? t('Run without a limit') : t('Try again')}
            </Button>
          )}
          {faultActions?.(fault)}
        </>
      }
    />
  )
}

/** Empty grid lines in place of the chart. */
export const LoadingSkeleton = () => (
  <div className={css['firstRun']} role="status" aria-label={t('Loading')}>
    {Array.from({ length: 5 }, (_, i) => (
      <span key={i} />
    ))}
  </div>
)
