import { t } from '#core/i18n/t.ts'
import type { ChartData } from '../../../frame/use-chart-data.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import css from './Card.module.css'

/** The SQL that a card asked. */
export const ViewQuery = ({ name, data, onClose }: { name: string; data: ChartData; onClose: () => void }) => (
  <Dialog open title={t('Query of “%(name)s”', { name })} width={720} onClose={onClose}>
    {data.answer?.queries.map(({ sql }, i) => (
      <div key={i} className={css['sql']}>
        <pre>{sql.trim()}</pre>
        <CopyButton text={sql.trim()} label={t('Copy the SQL')} />
      </div>
    ))}
  </Dialog>
)
