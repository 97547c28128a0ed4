import { ChevronDown, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import type { Choice } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { Popover } from '../../ui/overlay/Popover.tsx'
import look from '../../ui/choice/options.module.css'
import css from './Choice.module.css'
import { ChoiceList } from './ChoiceList.tsx'
import { choiceOf, choiceText } from './match.ts'
import type { ChoiceValue } from './match.ts'

type Props = {
  choices: Choice[]
  value: unknown
  onChange: (value: ChoiceValue) => void
  /** aria-label. */
  label: string
  labelledBy?: string | undefined
  freeForm?: boolean | undefined
  clearable?: boolean | undefined
  placeholder?: string | undefined
  /** Only an icon for the chosen one, before its name. */
  renderIcon?: ((choice: Choice) => ReactNode) | undefined
  renderNote?: ((choice: Choice) => ReactNode) | undefined
  note?: ReactNode
  invalid?: boolean
  width?: number
  /** Called with the search text, where the server has more choices than are listed. */
  onSearch?: (text: string) => void
  /** Said when a search finds nothing. */
  empty?: string
  className?: string
}

/** A select: one of many behind a button, with search, free text where allowed, and a button that clears it. */
export const ChoiceButton = (props: Props) => {
  const {
    choices,
    value,
    onChange,
    label,
    labelledBy,
    freeForm,
    clearable,
    placeholder,
    renderIcon,
    renderNote,
    note,
    invalid,
    width,
    onSearch,
    empty,
    className,
  } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const listId = useId()
  const chosen = choiceOf(value, choices)
  const isEmpty = value === null || value === undefined || value === ''
  return (
    <span className={cx(css['field'], className)}>
      <button
        ref={setAnchor}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={labelledBy ? undefined : label}
        aria-labelledby={labelledBy}
        aria-invalid={invalid || undefined}
        className={cx(look['button'], css['button'])}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            setOpen(true)
          }
          if ((event.key === 'Backspace' || event.key === 'Delete') && clearable && !isEmpty) onChange(null)
        }}
      >
        {chosen && renderIcon?.(chosen)}
        <span className={cx(look['value'], !chosen && isEmpty && css['placeholder'])}>
          {choiceText(value, choices, t) || t(placeholder ?? 'None')}
        </span>
        {note !== undefined && <span className={css['note']}>{note}</span>}
        <ChevronDown className={css['chevron']} aria-hidden />
      </button>
      {clearable && !isEmpty && (
        <button type="button" className={css['clear']} aria-label={t('Clear %(name)s', { name: label })} onClick={() => onChange(null)}>
          <X size={14} />
        </button>
      )}
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={label} role="presentation" width={width ?? 'anchor'}>
        <ChoiceList
          id={listId}
          onSearch={onSearch}
          empty={empty}
          choices={choices.map((choice) => ({ ...choice, label: t(choice.label) }))}
          label={label}
          freeForm={freeForm}
          renderIcon={renderIcon}
          renderNote={renderNote}
          isChosen={(candidate) => chosen !== undefined && candidate === chosen.value}
          onChoose={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Popover>
    </span>
  )
}
