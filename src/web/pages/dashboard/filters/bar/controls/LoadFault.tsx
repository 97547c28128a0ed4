import { t } from '#core/i18n/t.ts'
import { readFault } from '../../../../../frame/data/fault.ts'
import { Button } from '../../../../../ui/button/Button.tsx'
import css from '../FilterBar.module.css'

/** What the filter points to is missing, or may not be read: asking again does not help. */
const lastingKinds: readonly string[] = ['dataset', 'column', 'access']

/** Why the values of a filter did not come. Values can still be typed. */
export const LoadFault = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { kind, title } = readFault(error, null)
  const isLasting = lastingKinds.includes(kind)
  return (
    <p className={css['fault']} role="alert">
      {isLasting ? `${t('Cannot load filter')}. ${title}` : t('Cannot load filter')}
      {!isLasting && (
        <Button kind="link" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </p>
  )
}
