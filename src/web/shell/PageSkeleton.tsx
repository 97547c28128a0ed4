import { t } from '#core/i18n/t.ts'
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx'
import css from './Shell.module.css'

/** Shown until the code of the first page is loaded. */
export const PageSkeleton = () => (
  <div className={css['shell']}>
    <div className={css['bar']} />
    <div className={css['main']}>
      <ProgressLine label={t('Loading')} />
    </div>
  </div>
)
