import { t } from '#core/i18n/t.ts'
import type { ChartData } from '../../../../frame/data/use-chart-data.ts'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { Verbatim } from '../../../../ui/text/Verbatim.tsx'
import css from '../Card.module.css'

/** Shows the SQL of a card. */
export const ViewQuery = ({ name, data, onClose }: { name: string; data: ChartData; onClose: () => void }) => (
  <Dialog open title={t('Query of “%(name)s”', { name })} width={720} onClose={onClose}>
    {data.answer?.queries.map(({ sql }, i) => (
      <Verbatim key={i} text={sql.trim()} label={t('Copy the SQL')} className={css['sql']} />
    ))}
  </Dialog>
)
