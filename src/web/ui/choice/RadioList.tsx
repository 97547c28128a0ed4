import { useId } from 'react'
import css from './RadioList.module.css'

type Props<K extends string> = {
  label: string
  options: { key: K; label: string; note?: string; disabled?: boolean }[]
  value: K | null
  onChange: (key: K) => void
}

/** Radio buttons, one per line. */
export const RadioList = <K extends string>({ label, options, value, onChange }: Props<K>) => {
  const groupName = useId()
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{label}</legend>
      {options.map(({ key, label: name, note, disabled }) => (
        <label key={key} className={css['option']}>
          <input type="radio" name={groupName} checked={key === value} disabled={disabled} onChange={() => onChange(key)} />
          <span>
            {name}
            {note && <span className={css['note']}>{note}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
