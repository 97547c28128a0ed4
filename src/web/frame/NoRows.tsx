import { SearchX } from 'lucide-react'
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
