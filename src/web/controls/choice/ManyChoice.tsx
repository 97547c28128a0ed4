import { ChevronDown, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Choice } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../ui/cx.ts'
import { Popover } from '../../ui/overlay/Popover.tsx'
import css from './Choice.module.css'
import { ChoiceList } from './ChoiceList.tsx'
import { choiceLabel, sameValue } from './match.ts'
import type { ChoiceValue } from './match.ts'

type Props = {
  choices: Choice[]
  values: ChoiceValue[]
  onChange: (values: ChoiceValue[]) => void
  label: string
  labelledBy?: string | undefined
  freeForm?: boolean | undefined
  placeholder?: string | undefined
}

/** Several of many: chips, and a list that stays open while choosing. Pasted lists become values at once. */
export const ManyChoice = ({ choices, values, onChange, label, labelledBy, freeForm, placeholder }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const listId = useId()
  const holds = (value: ChoiceValue) => values.some((one) => sameValue(one, value))
  const toggle = (value: ChoiceValue) => onChange(holds(value) ? values.filter((one) => !sameValue(one, value)) : [...values, value])
  return (
    <div ref={setAnchor} className={cx(css['many'], open && css['open'])}>
      {values.map((value) => {
        const name = t(choiceLabel(value, choices, t.locale))
        return (
          <span key={String(value)} className={css['chip']}>
            <span className={css['chipText']}>{name}</span>
            <button type="button" aria-label={t('Remove %(name)s', { name })} onClick={() => toggle(value)}>
              <X size={12} />
            </button>
          </span>
        )
      })}
      <button
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={labelledBy ? undefined : label}
        aria-labelledby={labelledBy}
        className={css['more']}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            setOpen(true)
          }
          if (event.key === 'Backspace') onChange(values.slice(0, -1))
        }}
      >
        <span className={css['placeholder']}>{values.length === 0 ? t(placeholder ?? 'None') : ''}</span>
        <ChevronDown className={css['chevron']} aria-hidden />
      </button>
      <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={label} role="presentation" width="anchor">
        <ChoiceList
          id={listId}
          multiple
          choices={choices.map((choice) => ({ ...choice, label: t(choice.label) }))}
          label={label}
          freeForm={freeForm}
          isChosen={holds}
          onChoose={toggle}
          onPaste={(pasted) => onChange([...values, ...pasted.filter((value) => !holds(value))])}
        />
      </Popover>
    </div>
  )
}
