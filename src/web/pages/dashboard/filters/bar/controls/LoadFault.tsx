import { t } from '#core/i18n/t.ts'
import { Button } from '../../../../../ui/button/Button.tsx'
import css from '../FilterBar.module.css'

/** Where the values of a filter did not come: it can be asked again, and values can still be typed. */
export const LoadFault = ({ onRetry }: { onRetry: () => void }) => (
  <p className={css['fault']} role="alert">
    {t('Cannot load filter')}
    <Button kind="link" onClick={onRetry}>
      {t('Try again')}
    </Button>
  </p>
)
