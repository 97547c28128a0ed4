import { Check, ChevronDown } from 'lucide-react'
import { useCallback, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useRowWindow } from '#core/scroll/use-row-window.tsx'
import { t } from '#core/i18n/t.ts'
import { cx } from '../cx.ts'
import { Popover } from '../overlay/Popover.tsx'
import { SearchInput } from '../text/SearchInput.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import look from './options.module.css'
import css from './Picker.module.css'

export type PickerOption<V extends string | number> = { value: V; label: string; icon?: ReactNode; note?: string; disabled?: boolean }

type Shared<V extends string | number> = {
  options: PickerOption<V>[]
  /** Accessible name of the list. */
  label: string
  /** Above this many options a search is shown; 8 by default. */
  searchFrom?: number
  /** The options are still loading. */
  loading?: boolean
  /** Searching is done elsewhere: reports the text, shows the options as they come. */
  onSearch?: (text: string) => void
  emptyText?: string
}

type Props<V extends string | number> = Shared<V> & {
  value: V | null
  onChange: (value: V) => void
  placeholder?: string
  dense?: boolean
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  className?: string
}

/** px of an option, and of the space around all of them, as the CSS has them. */
const rowHeight = 32
const listPadding = 4

/** One of many: a button that opens a searchable list. Light; `Select` is for many values and free text. */
export const Picker = <V extends string | number>({ value, onChange, placeholder, dense, disabled, className, ...list }: Props<V>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const listId = useId()
  const chosen = list.options.find((option) => option.value === value)
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid, ...rest } = list
  return (
    <>
      <button
        ref={setAnchor}
        id={id}
        type="button"
        disabled={disabled}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={id ? undefined : list.label}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        className={cx(look['button'], dense && look['dense'], className)}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {chosen?.icon}
        <span className={cx(look['value'], !chosen && css['placeholder'])}>
          {chosen?.label ?? (value !== null ? String(value) : placeholder)}
        </span>
        <ChevronDown className={css['chevron']} aria-hidden />
      </button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={list.label} role="presentation" width="anchor">
        <OptionList
          {...rest}
          id={listId}
          isChosen={(option) => option.value === value}
          onChoose={(option) => {
            setOpen(false)
            onChange(option.value)
          }}
        />
      </Popover>
    </>
  )
}

type ListProps<V extends string | number> = Shared<V> & {
  isChosen: (option: PickerOption<V>) => boolean
  onChoose: (option: PickerOption<V>) => void
  multiple?: boolean
  id?: string
}

const matching = <V extends string | number>(options: PickerOption<V>[], text: string): PickerOption<V>[] => {
  const needle = text.trim().toLowerCase()
  return needle ? options.filter(({ label }) => label.toLowerCase().includes(needle)) : options
}

/** The searchable list alone, for filter chips and popovers of one's own. */
export const OptionList = <V extends string | number>({
  options,
  label,
  searchFrom = 8,
  loading,
  onSearch,
  emptyText = t('No results found'),
  isChosen,
  onChoose,
  multiple,
  id: givenId,
}: ListProps<V>) => {
  const ownId = useId()
  const id = givenId ?? ownId
  const [text, setText] = useState('')
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const shown = onSearch ? options : matching(options, text)
  const [start] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => isChosen(option)),
    ),
  )
  const [cursor, setCursor] = useState(start)
  const [first, end] = useRowWindow(scroller, shown.length, rowHeight)
  const at = Math.min(cursor, shown.length - 1)
  const searches = Boolean(onSearch) || options.length > searchFrom

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
  const onKey = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 8,
      PageUp: at - 8,
      ...(!searches && { Home: 0, End: shown.length - 1 }),
    }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      const bounded = Math.max(0, Math.min(shown.length - 1, next))
      setCursor(bounded)
      reveal(bounded)
    }
    // What was typed a moment ago may not be searched yet.
    const typed = event.target instanceof HTMLInputElement ? event.target.value : text
    const option = typed === text || onSearch ? shown[at] : matching(options, typed)[0]
    if (event.key === 'Enter' && option && !option.disabled) {
      event.preventDefault()
      onChoose(option)
    }
    if (event.key === 'Tab') event.preventDefault()
  }

  const active = at >= first && at < end ? `${id}-${at}` : undefined

  return (
    <div className={cx(look['panel'], css['panel'])} onKeyDown={onKey}>
      {searches && (
        <div className={look['search']}>
          <SearchInput
            dense
            label={t('Search')}
            value={text}
            wait={onSearch ? 250 : 0}
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={active}
            onValue={(value) => {
              setText(value)
              setCursor(0)
              scroller?.scrollTo?.({ top: 0 })
              onSearch?.(value)
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
        aria-activedescendant={searches ? undefined : active}
      >
        {loading &&
          shown.length === 0 &&
          [60, 80, 50].map((width) => (
            <div key={width} className={cx(look['option'], css['option'])}>
              <Skeleton width={`${width}%`} />
            </div>
          ))}
        {!loading && shown.length === 0 && <div className={look['empty']}>{emptyText}</div>}
        <div style={{ height: first * rowHeight }} role="presentation" />
        {shown.slice(first, end).map((option, offset) => (
          <div
            key={option.value}
            id={`${id}-${first + offset}`}
            role="option"
            aria-posinset={first + offset + 1}
            aria-setsize={shown.length}
            aria-selected={isChosen(option)}
            aria-disabled={option.disabled}
            className={cx(look['option'], css['option'], first + offset === at && look['at'], option.disabled && css['off'])}
            onPointerMove={() => first + offset !== at && setCursor(first + offset)}
            onClick={() => !option.disabled && onChoose(option)}
          >
            {option.icon}
            <span className={look['value']}>{option.label}</span>
            {option.note && <span className={css['note']}>{option.note}</span>}
            {isChosen(option) && <Check aria-hidden />}
          </div>
        ))}
        <div style={{ height: (shown.length - end) * rowHeight }} role="presentation" />
      </div>
    </div>
  )
}
