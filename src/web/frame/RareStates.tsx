import { SearchX, TriangleAlert } from 'lucide-react'
import type { LeftOutCounts } from '#charts/chart.ts'
import { leftOutText } from '#charts/shared/text/left-out.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { Button } from '../ui/button/Button.tsx'
import { EmptyState } from '../ui/feedback/State.tsx'
import css from './ChartFrame.module.css'
import { emptyReason, clearFilter } from './empty.ts'
import type { EmptyFacts } from './empty.ts'

type Props = {
  form: FormData
  /** Applies the suggested fix. */
  onFix?: ((form: FormData) => void) | undefined
  facts?: EmptyFacts | undefined
}

/** Explains why there are no rows and offers to clear a filter. */
export const NoRows = ({ form, onFix, facts }: Props) => {
  const reason = emptyReason(form, t, facts)
  const filterIndex = reason.filter
  return (
    <EmptyState
      className={css['state'] ?? ''}
      icon={<SearchX />}
      title={reason.title}
      text={reason.text}
      actions={
        filterIndex !== null &&
        reason.action &&
        onFix && (
          <Button kind="primary" onClick={() => onFix(clearFilter(form, filterIndex))}>
            {reason.action}
          </Button>
        )
      }
    />
  )
}

/** Explains why rows make no picture. */
export const NoValues = () => (
  <EmptyState
    className={css['state'] ?? ''}
    icon={<SearchX />}
    title={t('No values to draw')}
    text={t('The query found rows, but no value in them that this chart can draw.')}
  />
)

/** Asks before so many points are drawn that the page may stop. */
export const TooManyPoints = ({ onDraw }: { onDraw: () => void }) => (
  <EmptyState
    className={css['state'] ?? ''}
    icon={<TriangleAlert />}
    title={t('More points than a screen can show')}
    text={t('Lower the row limit, choose a coarser time grain or add a filter.')}
    actions={<Button onClick={onDraw}>{t('Draw it anyway')}</Button>}
  />
)

/** What the picture above leaves out. */
export const LeftOutNote = ({ leftOut }: { leftOut: LeftOutCounts }) => (
  <p role="note" data-note className={css['leftOut']}>
    {leftOutText(leftOut, t)}
  </p>
)
