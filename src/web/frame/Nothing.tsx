import { SearchX } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { Button } from '../ui/button/Button.tsx'
import { EmptyState } from '../ui/feedback/State.tsx'
import css from './ChartFrame.module.css'
import { emptyReason, withoutFilter } from './empty.ts'
import type { EmptyFacts } from './empty.ts'

type Props = {
  form: FormData
  /** Takes the change that is offered. */
  onFix?: ((form: FormData) => void) | undefined
  facts?: EmptyFacts | undefined
}

/** No rows: why, and the filter to clear. */
export const Nothing = ({ form, onFix, facts }: Props) => {
  const reason = emptyReason(form, t, facts)
  const place = reason.filter
  return (
    <EmptyState
      className={css['state'] ?? ''}
      icon={<SearchX />}
      title={reason.title}
      text={reason.text}
      actions={
        place !== null &&
        reason.action &&
        onFix && (
          <Button kind="primary" onClick={() => onFix(withoutFilter(form, place))}>
            {reason.action}
          </Button>
        )
      }
    />
  )
}
