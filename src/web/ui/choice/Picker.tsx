import { Check, ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../cx.ts'
import { Popover } from '../overlay/Popover.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import rowLook from '../row.module.css'
import look from './options.module.css'
import css from './Picker.module.css'
import { SearchableRows } from './SearchableRows.tsx'

export type PickerOption<V extends string | number> = { value: V; label: string; icon?: ReactNode; note?: string; disabled?: boolean }

type Shared<V extends string | number> = {
  options: PickerOption<V>[]
  /** Accessible name of the list. */
  label: string
  /** Shows a search field above this many options; 8 by default. */
  searchFrom?: number
  /** The options are still loading. */
  loading?: boolean
  /** For searches done elsewhere: called with the text. */
  onSearch?: (text: string) => void
  /** The text that `options` were found for, by a search done elsewhere; for any other text they are filtered here. */
  searched?: string | null
  emptyText?: string
}

type Props<V extends string | number> = Shared<V> & {
  value: V | null
  /** Shows the value where it is none of the options. */
  chosenLabel?: string | undefined
  onChange: (value: V) => void
  placeholder?: string
  dense?: boolean
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  /** Focused when its dialog opens. */
  'data-autofocus'?: boolean
  className?: string
}

/** A select: a button that opens a searchable list. `Combobox` is for several values and free text. */
export const Picker = <V extends string | number>(props: Props<V>) => {
  const { value, chosenLabel, onChange, placeholder, dense, disabled, className, ...list } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const listId = useId()
  const chosen = list.options.find((option) => option.value === value)
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid, 'data-autofocus': autofocus, ...rest } = list
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
        data-autofocus={autofocus}
        className={cx(look['button'], dense && look['dense'], className)}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {chosen?.icon}
        <span className={cx(look['value'], !chosen && !chosenLabel && css['placeholder'])}>
          {chosen?.label ?? chosenLabel ?? (value !== null ? String(value) : placeholder)}
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

/** The searchable list alone, for filter chips and custom popovers. */
export const OptionList = <V extends string | number>({
  options,
  label,
  searchFrom = 8,
  loading,
  onSearch,
  searched = null,
  emptyText = t('No results found'),
  isChosen,
  onChoose,
  multiple,
  id,
}: ListProps<V>) => (
  <SearchableRows
    rowsFor={(text) => (text === searched ? options : matching(options, text))}
    startAt={options.findIndex((option) => isChosen(option))}
    label={label}
    hasSearch={Boolean(onSearch) || options.length > searchFrom}
    onSearch={onSearch}
    keyOf={({ value }) => value}
    isChosen={isChosen}
    isDisabled={({ disabled }) => disabled ?? false}
    onChoose={onChoose}
    multiple={multiple}
    id={id}
    empty={loading ? <LoadingRows /> : <div className={look['empty']}>{emptyText}</div>}
    renderRow={(option) => (
      <>
        {option.icon}
        <span className={rowLook['text']}>{option.label}</span>
        {option.note && <span className={rowLook['hint']}>{option.note}</span>}
        {isChosen(option) && <Check aria-hidden />}
      </>
    )}
  />
)

const LoadingRows = () =>
  [60, 80, 50].map((width) => (
    <div key={width} className={cx(rowLook['row'], look['option'])}>
      <Skeleton width={`${width}%`} />
    </div>
  ))
