import { t } from '#core/i18n/t.ts'
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx'
import css from './Shell.module.css'

/** What is seen until the first page's code is there: the bar's place and a running line. */
export const PageSkeleton = () => (
  <div className={css['shell']}>
    <div className={css['bar']} />
    <div className={css['main']}>
      <ProgressLine label={t('Loading')} />
    </div>
  </div>
)
