import { ChartNoAxesCombined, CircleAlert } from 'lucide-react'
import { use } from 'react'
import { typeName } from '#core/query/legacy/type-names.ts'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../../data/paths.ts'
import { useSession } from '../../../data/session.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/State.tsx'
import type { CardChart } from '../data/record.ts'
import { EditContext } from '../stage/edit-tools.ts'
import { useIsLent } from '../drill/use-is-lent.ts'
import css from './CardState.module.css'

/** A chart of several others, whose own settings only name them. */
const isOfOtherCharts = (vizType: string) => vizType === 'line_multi' || vizType === 'deck_multi'

type Props = {
  /** Of the component. */
  id: string
  name: string
  record: CardChart | undefined
}

/** Says what a card holds that cannot be drawn, and what can be done about it: a chart of an unsupported type, or none at all. */
export const Undrawn = ({ id, name, record }: Props) => {
  const tools = use(EditContext)
  const isLent = useIsLent(record?.form_data.datasource ?? '')
  const canExplore = useSession().hasPermission('can_explore', 'Superset') && !isLent
  if (!record)
    return (
      <EmptyState
        className={css['undrawn'] ?? ''}
        icon={!tools && <CircleAlert />}
        title={name}
        text={t('This chart was deleted, or you have no access to it.')}
        actions={tools && <tools.RemoveButton id={id} />}
      />
    )
  const { viz_type } = record.form_data
  const type = typeName(viz_type)
  const advice = isOfOtherCharts(viz_type)
    ? t('“%(type)s” shows other saved charts together. Place those charts here, or choose another type for this one.', { type })
    : t('It is a “%(type)s”. Choose another type for it: its data and settings stay.', { type })
  return (
    <EmptyState
      className={css['undrawn'] ?? ''}
      icon={<ChartNoAxesCombined />}
      title={name}
      text={`${t('This visualization type is not supported.')} ${advice}`}
      actions={canExplore && <ButtonLink to={paths.chart(record.id)}>{t('Edit chart')}</ButtonLink>}
    />
  )
}
