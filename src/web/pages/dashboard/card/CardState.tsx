import { CircleAlert, CirclePause, Database, FunnelX, RotateCw, SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { DatasetFacts } from '#charts/control.ts'
import type { Indicator } from '#core/filters/indicators.ts'
import { t } from '#core/i18n/t.ts'
import { readFault } from '../../../frame/data/fault.ts'
import type { ChartData } from '../../../frame/data/use-chart-data.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import { Verbatim } from '../../../ui/text/Verbatim.tsx'
import { useDashboardStore } from '../state/dashboard-context.ts'
import css from './CardState.module.css'

type StateProps = {
  icon: ReactNode
  title: string
  text?: string | undefined
  isBad?: boolean
  /** One line with the reason in a tooltip, for low cards. */
  isSmall: boolean
  actions?: ReactNode
  details?: string | undefined
}

/** Shown in place of a picture: what happened, why, and what to do; details are collapsed. */
const State = ({ icon, title, text, isBad, isSmall, actions, details }: StateProps) => {
  const [open, setOpen] = useState(false)
  const sentence = (
    <p className={cx(css['title'], isBad && css['bad'])}>
      {icon}
      <span>{title}</span>
    </p>
  )
  return (
    <div className={cx(css['state'], isSmall && css['small'])} role={isBad ? 'alert' : 'status'}>
      {isSmall ? <Tooltip text={text}>{sentence}</Tooltip> : sentence}
      {text && !isSmall && <p className={css['text']}>{text}</p>}
      {actions && <div className={css['actions']}>{actions}</div>}
      {details && !isSmall && (
        <>
          <Button kind="link" className={css['fold'] ?? ''} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t('Hide details') : t('Details')}
          </Button>
          {open && <Verbatim text={details} className={css['details']} />}
        </>
      )}
    </div>
  )
}

const maxTimeoutMs = 3_600_000

type FaultProps = {
  name: string
  data: ChartData
  dataset: DatasetFacts | null
  isSmall: boolean
}

/** Explains why a card has no picture and offers a retry. */
export const CardFault = ({ name, data, dataset, isSmall }: FaultProps) => {
  if (data.status === 'stopped')
    return (
      <State
        isSmall={isSmall}
        icon={<CirclePause aria-hidden />}
        title={t('Updating chart was stopped')}
        actions={
          <Button dense={isSmall} icon={<RotateCw />} onClick={() => data.retry()}>
            {t('Run again')}
          </Button>
        }
      />
    )
  const fault = readFault(data.error, dataset)
  const isLate = fault.kind === 'timeout'
  return (
    <State
      isBad
      isSmall={isSmall}
      icon={fault.kind === 'dataset' ? <Database aria-hidden /> : <CircleAlert aria-hidden />}
      title={t('Could not load “%(name)s”', { name })}
      text={`${fault.title.replace(/\.$/, '')}. ${fault.text}`}
      details={fault.details}
      actions={
        <Button dense={isSmall} icon={<RotateCw />} onClick={() => data.retry(isLate ? maxTimeoutMs : undefined)}>
          {isLate ? t('Run without a limit') : t('Try again')}
        </Button>
      }
    />
  )
}

/** No rows: names the dashboard's filters and offers to clear the last one. */
export const CardEmpty = ({ indicators, isSmall }: { indicators: Indicator[]; isSmall: boolean }) => {
  const store = useDashboardStore()
  const last = indicators.at(-1)
  const asked = indicators.map(({ name, value }) => `${name} “${value}”`).join(', ')
  return (
    <State
      isSmall={isSmall}
      icon={<SearchX aria-hidden />}
      title={last ? t('Nothing matches') : t('No rows')}
      text={last ? t('Asked for: %(filters)s.', { filters: asked }) : t('The query ran and found nothing.')}
      actions={
        last && (
          <Button dense={isSmall} icon={<FunnelX />} onClick={() => store.getState().clearMask(last.id)}>
            {t('Clear “%(name)s”', { name: last.name })}
          </Button>
        )
      }
    />
  )
}
