import { useEffect, useRef, useState } from 'react'
import type { Layout } from '#core/layout/component.ts'
import { destinations } from '#core/layout/drag/steps.ts'
import { childrenOf, pathTo } from '#core/layout/tree.ts'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { OptionList } from '../../../../ui/choice/Picker.tsx'
import { useDashboard, useDashboardStore, useMount } from '../../state/dashboard-context.ts'
import { kindName, nameOf } from '../../state/draft.ts'
import { elementOf } from '../../state/mount.ts'
import { moveParts } from '../actions.ts'
import { partsWith } from '../selection/selection.ts'

/** Describes a container by its content and its tab. */
const wordsOf = (layout: Layout, id: string) => {
  const type = layout[id]?.type
  const names = childrenOf(layout, id).map((child) => (child.type === 'ROW' || child.type === 'COLUMN' ? '' : nameOf(layout, child.id)))
  const inside = names.filter(Boolean).join(', ')
  const label =
    type === 'GRID'
      ? t('End of the dashboard')
      : type === 'TAB'
        ? t('End of tab “%(name)s”', { name: nameOf(layout, id) })
        : inside
          ? t('%(kind)s with %(names)s', { kind: kindName(type), names: inside })
          : t('Empty %(kind)s', { kind: kindName(type).toLowerCase() })
  const tab = pathTo(layout, id).findLast((step) => layout[step]?.type === 'TAB')
  return { value: id, label, ...(tab && { note: nameOf(layout, tab) }) }
}

/** Lists the rows, columns and tabs that the component, or the selection that it belongs to, can be moved to, in reading order. */
export const MoveDialog = () => {
  const mount = useMount()
  const id = useDashboard((state) => state.movingId)
  const wasOpen = useRef(false)
  useEffect(() => {
    // What moved is drawn anew, and takes the focus that its former element had.
    if (wasOpen.current && id === null && document.activeElement === document.body)
      elementOf(mount, mount.store.getState().selectedId ?? '')?.focus({ preventScroll: true })
    wasOpen.current = id !== null
  }, [mount, id])
  return id ? <Open key={id} id={id} /> : null
}

const Open = ({ id }: { id: string }) => {
  const store = useDashboardStore()
  const layout = useDashboard((state) => state.history.present.layout)
  const [ids] = useState(() => partsWith(store, id))
  const [places] = useState(() => destinations(layout, ids))
  const close = () => store.getState().set({ movingId: null })
  const go = (parent: string) => {
    close()
    moveParts(store, ids, parent)
  }
  const title =
    ids.length === 1
      ? t('Move “%(name)s” to', { name: nameOf(layout, id) })
      : t.plural(ids.length, 'Move %(count)s component to', 'Move %(count)s components to')
  return (
    <Dialog
      open
      bare
      width={380}
      title={title}
      onClose={close}
      footer={
        <Button kind="quiet" onClick={close}>
          {t('Cancel')}
        </Button>
      }
    >
      <OptionList
        label={t('Places')}
        emptyText={t('No other place has room for it.')}
        options={places.map((parent) => wordsOf(layout, parent))}
        isChosen={() => false}
        onChoose={({ value }) => go(value)}
      />
    </Dialog>
  )
}
