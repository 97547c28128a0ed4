import { Check } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Choice } from '#charts/control.ts'
import { useRowWindow } from '#core/scroll/use-row-window.tsx'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { NameAndHint } from '../../ui/text/NameAndHint.tsx'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import look from '../../ui/choice/options.module.css'
import css from './Choice.module.css'
import { offeredFor, splitPasted, typedValue } from './match.ts'
import type { ChoiceValue } from './match.ts'

type Props = {
  choices: Choice[]
  label: string
  isChosen: (value: ChoiceValue) => boolean
  onChoose: (value: ChoiceValue) => void
  /** Several values pasted at once. */
  onPaste?: ((values: ChoiceValue[]) => void) | undefined
  freeForm?: boolean | undefined
  multiple?: boolean
  renderIcon?: ((choice: Choice) => ReactNode) | undefined
  renderNote?: ((choice: Choice) => ReactNode) | undefined
}

const rowHeight = 32
const searchFrom = 8

/** A list to choose from: searched by typing, only the rows in sight drawn, own values where they are allowed. */
export const ChoiceList = ({ choices, label, isChosen, onChoose, onPaste, freeForm, multiple, renderIcon, renderNote }: Props) => {
  const id = useId()
  const [text, setText] = useState('')
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const offer = freeForm ? (typed: string) => t('Use “%(text)s”', { text: typed }) : null
  const rows = offeredFor(choices, text, offer)
  const [start] = useState(() =>
    Math.max(
      0,
      choices.findIndex((choice) => isChosen(choice.value)),
    ),
  )
  const [cursor, setCursor] = useState(start)
  const at = Math.min(cursor, rows.length - 1)
  const [first, end] = useRowWindow(scroller, rows.length, rowHeight)
  const searches = freeForm === true || choices.length > searchFrom

  const attach = useCallback(
    (node: HTMLElement | null) => {
      setScroller(node)
      if (node && start > 6) node.scrollTo({ top: (start - 3) * rowHeight })
    },
    [start],
  )
  const reveal = (row: number) => {
    if (!scroller) return
    const top = row * rowHeight
    if (top < scroller.scrollTop) scroller.scrollTo({ top })
    else if (top + rowHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTo({ top: top + rowHeight - scroller.clientHeight })
  }
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(rows.length - 1, at + step))
      setCursor(next)
      reveal(next)
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return
    // What was typed a moment ago may not be searched yet.
    const typed = event.target instanceof HTMLInputElement ? event.target.value : text
    const row = typed === text ? rows[at] : offeredFor(choices, typed, offer)[0]
    if (event.key === 'Enter' && row) {
      event.preventDefault()
      onChoose(row.value)
      if (multiple) setText('')
    }
    if (event.key === 'Tab') event.preventDefault()
  }
  return (
    <div
      className={cx(look['panel'], css['panel'])}
      onKeyDown={onKey}
      onPaste={(event) => {
        const values = splitPasted(event.clipboardData.getData('text'))
        if (!onPaste || values.length < 2) return
        event.preventDefault()
        onPaste(values.map((value) => typedValue(value, choices)))
      }}
    >
      {searches && (
        <div className={look['search']}>
          <SearchInput
            dense
            label={freeForm ? t('Search or type a value') : t('Search')}
            value={text}
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={`${id}-${at}`}
            onValue={(value) => {
              setText(value)
              setCursor(0)
            }}
          />
        </div>
      )}
      <div
        ref={attach}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple}
        className={look['list']}
        tabIndex={searches ? -1 : 0}
        data-autofocus={searches ? undefined : true}
        aria-activedescendant={`${id}-${at}`}
      >
        {rows.length === 0 && <div className={look['empty']}>{t('No results found')}</div>}
        <div style={{ height: rows.length * rowHeight, position: 'relative' }}>
          {rows.slice(first, end).map((choice, i) => {
            const row = first + i
            const chosen = isChosen(choice.value)
            const note = renderNote?.(choice)
            return (
              <div
                key={`${typeof choice.value} ${String(choice.value)}`}
                id={`${id}-${row}`}
                role="option"
                aria-selected={chosen}
                className={cx(look['option'], css['option'], row === at && look['at'])}
                style={{ top: row * rowHeight }}
                onPointerMove={() => row !== at && setCursor(row)}
                onClick={() => onChoose(choice.value)}
              >
                {renderIcon?.(choice)}
                <NameAndHint name={choice.label} hint={typeof note === 'string' ? note : undefined} />
                {note && typeof note !== 'string' && <span className={css['note']}>{note}</span>}
                {chosen && <Check aria-hidden />}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
