import { t } from '#core/i18n/t.ts'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { useRun } from '../state/run.ts'
import css from './Drawer.module.css'

/** The SQL of each query of the chart. */
export const SqlText = () => {
  const { data } = useRun()
  const queries = data.answer?.queries ?? []
  if (queries.length === 0) return <p className={css['nothing']}>{t('The SQL appears here after the query has run.')}</p>
  return (
    <div className={css['texts']}>
      {queries.map(({ sql }, i) => (
        <div key={i} className={css['sql']}>
          <pre>{sql}</pre>
          <CopyButton text={sql} label={t('Copy the SQL')} />
        </div>
      ))}
    </div>
  )
}
