import { SquareTerminal } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../../../data/paths.ts'
import { useSession } from '../../../../data/session.ts'
import type { ChartData } from '../../../../frame/data/use-chart-data.ts'
import { ButtonLink } from '../../../../ui/button/Button.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { Verbatim } from '../../../../ui/text/Verbatim.tsx'
import css from '../Card.module.css'

/** Shows the SQL of a card. */
export const ViewQuery = ({ name, data, onClose }: { name: string; data: ChartData; onClose: () => void }) => {
  const { hasPermission } = useSession()
  const sql = data.answer?.queries.map((query) => query.sql.trim()).join(';\n\n') ?? ''
  const { datasource } = data.queryContext ?? {}
  const requestedQuery = { ...(datasource && { datasourceKey: `${datasource.id}__${datasource.type}` }), sql, name }
  return (
    <Dialog
      open
      title={t('Query of “%(name)s”', { name })}
      width={720}
      onClose={onClose}
      footer={
        hasPermission('menu_access', 'SQL Lab') && (
          <ButtonLink icon={<SquareTerminal />} to={paths.sqlLab} state={{ requestedQuery }}>
            {t('Open in SQL Lab')}
          </ButtonLink>
        )
      }
    >
      {data.answer?.queries.map((query, i) => (
        <Verbatim key={i} text={query.sql.trim()} label={t('Copy the SQL')} className={css['sql']} />
      ))}
    </Dialog>
  )
}
