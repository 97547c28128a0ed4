import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type ClipboardEventHandler,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useRowWindow } from '#core/scroll/use-row-window.tsx'
import { t } from '#core/i18n/t.ts'
import { cx } from '../cx.ts'
import { SearchInput } from '../text/SearchInput.tsx'
import rowLook from '../row.module.css'
import look from './options.module.css'

type Props<R> = {
  /** The rows that match the search text, which is empty at first. */
  rowsFor: (text: string) => R[]
  /** Index of the row that is active at first. */
  startAt: number
  /** Accessible name of the list. */
  label: string
  hasSearch: boolean
  searchLabel?: string
  /** For searches done elsewhere: called with the debounced text. */
  onSearch?: ((text: string) => void) | undefined
  keyOf: (row: R) => string | number
  isChosen: (row: R) => boolean
  isDisabled?: (row: R) => boolean
  onChoose: (row: R) => void
  /** Clears the search text when a row is chosen. */
  clearsSearch?: boolean | undefined
  onPaste?: ClipboardEventHandler
  renderRow: (row: R) => ReactNode
  /** Shown where there are no rows. */
  empty: ReactNode
  multiple?: boolean | undefined
  id?: string | undefined
}

/** px, as in the CSS. */
const rowHeight = 32
const listPadding = 4
const rowsPerPage = 8
const searchWaitMs = 250

/** A searchable, virtual list of options. */
export const SearchableRows = <R,>(props: Props<R>) => {
  const { rowsFor, startAt, label, hasSearch, onSearch, isChosen, isDisabled, onChoose } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const [text, setText] = useState('')
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [start] = useState(Math.max(0, startAt))
  const [cursor, setCursor] = useState(start)
  const rows = rowsFor(text)
  const at = Math.min(cursor, rows.length - 1)
  const [first, end] = useRowWindow(scroller, rows.length, rowHeight)

  const attach = useCallback(
    (node: HTMLElement | null) => {
      setScroller(node)
      node?.scrollTo?.({ top: (start - 3) * rowHeight })
    },
    [start],
  )
  const reveal = (row: number) => {
    if (!scroller) return
    const top = listPadding + row * rowHeight
    const hiddenBelow = top + rowHeight - scroller.scrollTop - scroller.clientHeight
    if (top < scroller.scrollTop) scroller.scrollTo?.({ top: top - listPadding })
    else if (hiddenBelow > 0) scroller.scrollTo?.({ top: scroller.scrollTop + hiddenBelow + listPadding })
  }
  // The text of a search done elsewhere outlives the list, which opens again with an empty field.
  const endSearch = useEffectEvent(() => text && onSearch?.(''))
  useEffect(() => () => void endSearch(), [])
  const search = (typed: string) => {
    setText(typed)
    setCursor(0)
    scroller?.scrollTo?.({ top: 0 })
    onSearch?.(typed)
  }
  const choose = (row: R) => {
    if (isDisabled?.(row)) return
    onChoose(row)
    if (props.clearsSearch && text) search('')
  }
  const onKey = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + rowsPerPage,
      PageUp: at - rowsPerPage,
      ...(!hasSearch && { Home: 0, End: rows.length - 1 }),
    }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      const bounded = Math.max(0, Math.min(rows.length - 1, next))
      setCursor(bounded)
      reveal(bounded)
    }
    if (event.key === 'Enter') {
      // The last keystrokes may not be searched yet.
      const typed = event.target instanceof HTMLInputElement ? event.target.value : text
      const row = typed === text ? rows[at] : rowsFor(typed)[0]
      if (row === undefined) return
      event.preventDefault()
      choose(row)
    }
  }
  const active = at >= first && at < end ? `${id}-${at}` : undefined

  return (
    <div className={look['panel']} onKeyDown={onKey} onPaste={props.onPaste}>
      {hasSearch && (
        <div className={look['search']}>
          <SearchInput
            dense
            label={props.searchLabel ?? t('Search')}
            value={text}
            wait={onSearch ? searchWaitMs : 0}
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={active}
            onValue={search}
          />
        </div>
      )}
      <div
        ref={attach}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={props.multiple}
        className={look['list']}
        tabIndex={hasSearch ? -1 : 0}
        data-autofocus={hasSearch ? undefined : true}
        aria-activedescendant={hasSearch ? undefined : active}
      >
        {rows.length === 0 && props.empty}
        <div style={{ height: first * rowHeight }} role="presentation" />
        {rows.slice(first, end).map((row, offset) => {
          const index = first + offset
          return (
            <div
              key={props.keyOf(row)}
              id={`${id}-${index}`}
              role="option"
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              aria-selected={isChosen(row)}
              aria-disabled={isDisabled?.(row)}
              className={cx(rowLook['row'], look['option'], index === at && look['at'], isDisabled?.(row) && rowLook['disabled'])}
              onPointerMove={() => index !== at && setCursor(index)}
              onClick={() => choose(row)}
            >
              {props.renderRow(row)}
            </div>
          )
        })}
        <div style={{ height: (rows.length - end) * rowHeight }} role="presentation" />
      </div>
    </div>
  )
}
