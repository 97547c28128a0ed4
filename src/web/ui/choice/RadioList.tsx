import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import css from './RadioList.module.css'

type Props<K extends string> = {
  label: string
  options: { key: K; label: string; note?: string; disabled?: boolean }[]
  value: K | null
  onChange: (key: K) => void
}

/** Radio buttons, one per line. */
export const RadioList = <K extends string>({ label, options, value, onChange }: Props<K>) => (
  <RadioGroup
    value={value}
    onChange={(chosen) => {
      const option = options.find(({ key }) => key === chosen)
      if (option) onChange(option.key)
    }}
  >
    <Label className={css['legend'] ?? ''}>{label}</Label>
    {options.map(({ key, label: name, note, disabled = false }) => (
      <Radio key={key} value={key} isDisabled={disabled} className={css['option'] ?? ''}>
        <span className={css['mark']} aria-hidden />
        <span>
          {name}
          {note && <span className={css['note']}>{note}</span>}
        </span>
      </Radio>
    ))}
  </RadioGroup>
)
