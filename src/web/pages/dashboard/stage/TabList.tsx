import { use, useEffect, useRef } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { Tabs as TabStrip } from '../../../ui/choice/Tabs.tsx'
import { useComponent, useDashboard, useMount } from '../state/dashboard-context.ts'
import { useHost } from '../state/host.ts'
import { isTabHighlighted, layoutOf } from '../state/derived.ts'
import { nameOf } from '../state/draft.ts'
import { useList } from '../state/use-list.ts'
import { EditContext, tabElementId } from './edit-tools.ts'
import { useOpenTab } from './use-open-tab.ts'
import { CopyLink } from './copy-link.ts'
import { usePanels } from './use-panels.ts'
import css from './Stage.module.css'

/** The tab list; while editing tabs can be renamed, moved and removed. */
export const TabList = ({ id, className }: { id: string; className?: string | undefined }) => {
  const { store, id: mountId } = useMount()
  const children = useComponent(id)?.children ?? []
  const names = useList((state) => children.map((tab) => nameOf(layoutOf(state), tab)))
  const marked = useList((state) => children.map((tab) => isTabHighlighted(state, tab)))
  const panels = usePanels()
  const open = useOpenTab(id)
  const tools = use(EditContext)
  const isReached = useDashboard((state) => state.isReached)
  const strip = useRef<HTMLDivElement>(null)
  const { visitTab } = useHost()
  const choose = (tab: string) => {
    if (tab === open) return
    store.getState().openTab(id, tab)
    const { openTabs, isEditing } = store.getState()
    visitTab?.(tab, openTabs, { replace: isEditing })
  }
  useEffect(() => {
    if (open) strip.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [open])
  if (tools)
    return (
      <div className={cx(css['strip'], className)} ref={strip} data-strip>
        {/* Owns the tabs, but not the menus and the button beside them. */}
        <span
          className="visually-hidden"
          role="tablist"
          aria-label={t('Tabs')}
          aria-owns={children.map((tab) => tabElementId(mountId, tab)).join(' ')}
        />
        {children.map((tab) => (
          <tools.EditableTab key={tab} id={tab} isOpen={tab === open} onOpen={() => choose(tab)} />
        ))}
        <tools.AddTab tabs={id} />
      </div>
    )
  return (
    <div className={cx(css['strip'], className)} ref={strip}>
      <TabStrip
        label={t('Tabs')}
        panels={panels}
        className={css['words'] ?? ''}
        tabs={children.map((tab, i) => ({ key: tab, label: names[i], isMarked: marked[i] === true }))}
        value={open ?? ''}
        onChange={choose}
      />
      {isReached && open && <CopyLink id={open} />}
    </div>
  )
}
