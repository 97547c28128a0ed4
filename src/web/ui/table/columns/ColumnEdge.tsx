import { t } from '#core/i18n/t.ts'
import { Splitter } from '../../Splitter.tsx'
import css from './ColumnEdge.module.css'
import { maxWidthPx, minWidthPx } from '../model/resolve-widths.ts'

type Props = {
  /** Of the column, in words. */
  name: string
  width: number
  /** px that a double click goes back to. */
  content: number
  onResize: (width: number) => void
  /** The side of the column that it is on. */
  at: 'start' | 'end'
  tabIndex: 0 | -1
}

/** The edge of a column in a head: dragged, moved by arrow keys, or set to what the content needs by a double click or Enter. */
export const ColumnEdge = ({ name, width, content, onResize, at, tabIndex }: Props) => (
  <span className={css['edge']} data-at={at}>
    <Splitter
      label={t('Width of %(name)s', { name })}
      size={width}
      onResize={onResize}
      bounds={{ initial: content, min: minWidthPx, max: maxWidthPx }}
      pane={at === 'end' ? 'left' : 'right'}
      tabIndex={tabIndex}
    />
  </span>
)
