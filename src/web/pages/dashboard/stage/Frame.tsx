import { use, useState, type CSSProperties, type ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { useDashboard, useDashboardStore, useLayout } from '../state/dashboard-context.ts'
import { labelOf } from '../state/draft.ts'
import { EditContext } from './edit-tools.ts'
import css from './Stage.module.css'

type Props = {
  id: string
  className?: string | undefined
  style?: CSSProperties
  /** The content has the menu of the component; otherwise the handles bring one while editing. */
  hasOwnMenu?: boolean
  children: ReactNode
}

/** The box of a component. While editing it can be selected by click or Tab, and has handles. */
export const Frame = ({ id, className, style, hasOwnMenu = false, children }: Props) => {
  const store = useDashboardStore()
  const tools = use(EditContext)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const type = useLayout((layout) => layout[id]?.type)
  const label = useLayout((layout) => labelOf(layout, id))
  const isChosen = useDashboard((state) => state.selectedId === id)
  const choose = () => store.getState().select(id)
  const editing = tools && {
    tabIndex: 0,
    role: 'group',
    'aria-label': label,
    'aria-current': isChosen,
    onClick: (event: React.MouseEvent) => {
      event.stopPropagation()
      choose()
    },
    onFocus: (event: React.FocusEvent) => {
      event.stopPropagation()
      choose()
    },
  }
  return (
    <div
      ref={tools && setElement}
      id={id}
      data-component={id}
      data-kind={type}
      className={cx(css['frame'], tools && css['editable'], isChosen && css['chosen'], className)}
      style={style}
      {...editing}
    >
      {children}
      {tools && <tools.Handles id={id} element={element} hasOwnMenu={hasOwnMenu} />}
    </div>
  )
}
