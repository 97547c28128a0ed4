import { GripVertical } from 'lucide-react'
import { useState } from 'react'
import type { ComponentType } from '#core/layout/component.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../../ui/cx.ts'
import { Menu } from '../../../../ui/overlay/Menu.tsx'
import { useComponent, useDashboardStore, useLayout } from '../../state/dashboard-context.ts'
import { labelOf, nameOf } from '../../state/draft.ts'
import { currentLayout } from '../actions.ts'
import css from '../Edit.module.css'
import { useEntries } from './use-entries.tsx'
import { ResizeHandles } from './ResizeHandles.tsx'
import { ConditionBadge } from '../condition/ConditionBadge.tsx'
import { useIsSelected } from '../selection/selection.ts'
import { usePartDrag } from '../drag/use-part-drag.ts'

/** Kinds that are dragged by a grip, because their content can itself be dragged or edited. */
const byGrip = new Set<ComponentType>(['ROW', 'COLUMN', 'TABS', 'HEADER'])

const places: Partial<Record<ComponentType, string | undefined>> = {
  COLUMN: css['above'],
  TABS: css['inStrip'],
  MARKDOWN: css['inside'],
  DYNAMIC: css['inside'],
  CHART: css['inside'],
}

type Props = { id: string; element: HTMLElement | null; hasOwnMenu: boolean }

/** The overlay of a component while editing: a grip with a menu, and resize handles. */
export const Handles = ({ id, element, hasOwnMenu }: Props) => {
  const store = useDashboardStore()
  const type = useComponent(id)?.type
  const label = useLayout((layout) => labelOf(layout, id))
  const [grip, setGrip] = useState<HTMLElement | null>(null)
  const hasGrip = type !== undefined && byGrip.has(type)
  const isDragged = usePartDrag({
    element,
    ...(hasGrip && { handle: grip }),
    source: () =>
      element?.contains(document.activeElement) && isTyping() ? null : { dragged: { id }, name: nameOf(currentLayout(store), id) },
  })
  const isSelected = useIsSelected(id)
  if (!type) return null
  return (
    <>
      {isSelected && <div className={css['selected']} data-selected aria-hidden />}
      {isDragged && <div className={css['dragged']} aria-hidden />}
      {!hasOwnMenu && <Grip id={id} name={label} place={places[type]} onElement={setGrip} />}
      <ConditionBadge id={id} />
      <ResizeHandles id={id} element={element} />
    </>
  )
}

const isTyping = () => /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')

type GripProps = { id: string; name: string; place: string | undefined; onElement: (element: HTMLElement | null) => void }

const Grip = ({ id, name, place, onElement }: GripProps) => {
  const entries = useEntries(id)
  const [open, setOpen] = useState(false)
  return (
    <span ref={onElement} className={cx(css['grip'], place ?? css['beside'])} data-open={open} onClick={(event) => event.stopPropagation()}>
      <Menu label={t('Actions of %(name)s', { name })} entries={entries} width={220} onOpenChange={setOpen}>
        <button type="button" aria-label={t('Actions of %(name)s', { name })}>
          <GripVertical aria-hidden />
        </button>
      </Menu>
    </span>
  )
}
