import { SquareTerminal } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../../data/call-error.ts'
import { paths } from '../../../../data/paths.ts'
import { useSession } from '../../../../data/session.ts'
import type { ChartData } from '../../../../frame/data/use-chart-data.ts'
import { ButtonLink } from '../../../../ui/button/Button.tsx'
import { ErrorState } from '../../../../ui/feedback/State.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { Verbatim } from '../../../../ui/text/Verbatim.tsx'
import css from '../Card.module.css'
import { useChartSql } from './use-chart-sql.ts'

/** Shows the SQL of a card, also of one whose query failed. */
export const ViewQuery = ({ name, data, onClose }: { name: string; data: ChartData; onClose: () => void }) => {
  const { hasPermission } = useSession()
  const { statements, error, retry } = useChartSql(data)
  const sql = statements?.join(';\n\n') ?? ''
  const { datasource } = data.queryContext ?? {}
  const requestedQuery = { ...(datasource && { datasourceKey: `${datasource.id}__${datasource.type}` }), sql, name }
  return (
    <Dialog
      open
      title={t('Query of “%(name)s”', { name })}
      width={720}
      onClose={onClose}
      footer={
        hasPermission('menu_access', 'SQL Lab') &&
        sql !== '' && (
          <ButtonLink icon={<SquareTerminal />} to={paths.sqlLab} state={{ requestedQuery }}>
            {t('Open in SQL Lab')}
          </ButtonLink>
        )
      }
    >
      {statements?.map((text, i) => (
        <Verbatim key={i} text={text} label={t('Copy the SQL')} className={css['sql']} />
      ))}
      {!statements && error && <ErrorState title={t('An error occurred while loading the SQL')} text={errorText(error)} onRetry={retry} />}
      {!statements && !error && <Skeleton height={120} />}
    </Dialog>
  )
}
