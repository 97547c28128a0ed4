import { t } from '#core/i18n/t.ts'
import { EditableTitle } from '../../../../ui/text/EditableTitle.tsx'
import cardCss from '../../card/Card.module.css'
import { untitled } from '../../data/record.ts'
import stageCss from '../../stage/Stage.module.css'
import { useDashboardStore, useProperties } from '../../state/dashboard-context.ts'
import { changeMeta } from '../actions.ts'

/** The title of a card: a click edits it, while dragging the card's head moves the card. */
export const ChartTitle = ({ id, name }: { id: string; name: string }) => {
  const store = useDashboardStore()
  return (
    <span
      className={cardCss['titleHandle']}
      title={t('Click to edit')}
      onClick={({ currentTarget }) => currentTarget.querySelector('input')?.focus()}
    >
      <EditableTitle
        size="body"
        label={t('Chart title')}
        value={name}
        onChange={(sliceNameOverride) => changeMeta(store, id, { sliceNameOverride }, 'renamed')}
        className={cardCss['editTitle'] ?? ''}
      />
    </span>
  )
}

export const HeaderTitle = ({ id, text }: { id: string; text: string }) => {
  const store = useDashboardStore()
  return (
    <EditableTitle
      size="body"
      className={stageCss['headerText'] ?? ''}
      label={t('Header text')}
      value={text}
      onChange={(next) => changeMeta(store, id, { text: next }, 'renamed')}
    />
  )
}

export const DashboardTitle = () => {
  const store = useDashboardStore()
  const { dashboard_title } = useProperties()
  const rename = (title: string) =>
    store.getState().changeProperties({ dashboard_title: title }, t('Renamed the dashboard to “%(title)s”', { title }))
  return <EditableTitle value={dashboard_title} placeholder={untitled} label={t('Dashboard title')} onChange={rename} />
}
