import { TriangleAlert } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import css from './Notice.module.css'

/** Shows that the stored settings or layout are no JSON object, until a save replaces them. */
export const UnreadableSettings = () => (
  <div className={css['notice']} role="alert">
    <TriangleAlert aria-hidden />
    <span>
      {t(
        'Stored settings of this dashboard cannot be read, so it opens without them. A save replaces them; its earlier versions keep them.',
      )}
    </span>
  </div>
)
