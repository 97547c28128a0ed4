import { t } from '#core/i18n/t.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Verbatim } from '../../../ui/text/Verbatim.tsx'

/** The SQL that a chart of a query reads. */
export const QueryPreview = ({ name, sql, onClose }: { name: string; sql: string; onClose: () => void }) => (
  <Dialog open title={`${t('Query preview')}: ${name}`} width={720} onClose={onClose}>
    <Verbatim text={sql.trim()} label={t('Copy the SQL')} />
  </Dialog>
)
