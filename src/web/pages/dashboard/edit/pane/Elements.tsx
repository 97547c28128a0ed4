import { Columns2, Heading, Minus, PanelTop, Rows2, Text } from 'lucide-react'
import { useState } from 'react'
import type { ComponentType } from '#core/layout/component.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../../ui/cx.ts'
import { useMount } from '../../state/dashboard-context.ts'
import { kindName } from '../../state/draft.ts'
import { addPart } from '../actions.ts'
import { usePartDrag } from '../drag/use-part-drag.ts'
import css from './Pane.module.css'

const elements: { type: ComponentType; icon: typeof Rows2; note: () => string }[] = [
  { type: 'TABS', icon: PanelTop, note: () => t('Pages within the page, or over all of it') },
  { type: 'ROW', icon: Rows2, note: () => t('Twelve columns side by side') },
  { type: 'COLUMN', icon: Columns2, note: () => t('Things under each other beside others') },
  { type: 'HEADER', icon: Heading, note: () => t('A title in three sizes') },
  { type: 'MARKDOWN', icon: Text, note: () => t('Words, links and lists in Markdown') },
  { type: 'DIVIDER', icon: Minus, note: () => t('A line across') },
]

/** The layout elements other than charts. */
export const Elements = ({ dense = false }: { dense?: boolean }) => (
  <ul className={cx(css['elements'], dense && css['dense'])} aria-label={t('Layout elements')}>
    {elements.map((element) => (
      <Element key={element.type} {...element} dense={dense} />
    ))}
  </ul>
)

const Element = ({ type, icon: Icon, note, dense }: (typeof elements)[number] & { dense: boolean }) => {
  const mount = useMount()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const name = kindName(type)
  const isDragged = usePartDrag({ element, source: () => ({ dragged: { type }, name }) })
  return (
    <li>
      <button
        ref={setElement}
        type="button"
        className={cx(css['element'], isDragged && css['dragged'])}
        title={note()}
        onClick={() => addPart(mount, { type })}
      >
        <span className={css['elementIcon']}>
          <Icon aria-hidden />
        </span>
        <span className={css['elementWords']}>
          <span className={css['elementName']}>{name}</span>
          {!dense && <span className={css['elementNote']}>{note()}</span>}
        </span>
      </button>
    </li>
  )
}
