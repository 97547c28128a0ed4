import { use } from 'react'
import { withMeta } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { EditableTitle } from '../../../ui/text/EditableTitle.tsx'
import { useComponent, useDashboardStore } from '../state/dashboard-context.ts'
import { stepWords } from '../state/draft.ts'
import { EditContext } from './edit-tools.ts'
import { Frame } from './Frame.tsx'
import css from './Stage.module.css'

const sizes: Record<string, string | undefined> = {
  SMALL_HEADER: css['small'],
  MEDIUM_HEADER: css['medium'],
  LARGE_HEADER: css['large'],
}

export const Header = ({ id }: { id: string }) => {
  const store = useDashboardStore()
  const header = useComponent(id)
  const tools = use(EditContext)
  const { text = '', headerSize = '', background } = header?.meta ?? {}
  const rename = (next: string) => {
    const { layout } = store.getState().history.present
    const renamed = withMeta(layout, id, { text: next })
    store.getState().change({ layout: renamed }, stepWords('renamed', renamed, id))
  }
  return (
    <Frame id={id} className={cx(css['header'], sizes[headerSize] ?? css['medium'], background === 'BACKGROUND_WHITE' && css['white'])}>
      {tools ? (
        <EditableTitle size="body" className={css['headerText'] ?? ''} label={t('Header text')} value={text} onChange={rename} />
      ) : (
        <h2 className={cx(css['headerText'], 'dashboard-component-header')}>{text}</h2>
      )}
    </Frame>
  )
}
