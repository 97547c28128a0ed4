import { SquareTerminal } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../../data/paths.ts'
import { useSession } from '../../../data/session.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { useRun } from '../state/run.ts'
import css from './Drawer.module.css'

/** The SQL of each query of the chart. */
export const SqlText = () => {
  const { data } = useRun()
  const queries = data.answer?.queries ?? []
  const opensLab = useSession().hasPermission('menu_access', 'SQL Lab')
  const { datasource } = data.queryContext ?? {}
  const requestedQuery = {
    ...(datasource && { datasourceKey: `${datasource.id}__${datasource.type}` }),
    sql: queries.map(({ sql }) => sql.trim()).join(';\n\n'),
  }
  if (queries.length === 0) return <p className={css['nothing']}>{t('The SQL appears here after the query has run.')}</p>
  return (
    <div className={css['texts']}>
      {queries.map(({ sql }, i) => (
        <div key={i} className={css['sql']}>
          <pre>{sql}</pre>
          <CopyButton text={sql} label={t('Copy the SQL')} />
        </div>
      ))}
      {opensLab && (
        <ButtonLink dense icon={<SquareTerminal />} to={paths.sqlLab} state={{ requestedQuery }}>
          {t('Open in SQL Lab')}
        </ButtonLink>
      )}
    </div>
  )
}
