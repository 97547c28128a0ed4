import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { chooseByArrow } from './roving.ts'
import { Tooltip } from '../overlay/Tooltip.tsx'
import css from './Segmented.module.css'

type Props<K extends string> = {
  options: { key: K; label: string; icon?: ReactNode; disabled?: boolean }[]
  value: K
  onChange: (key: K) => void
  label: string
  dense?: boolean
  id?: string
  'aria-describedby'?: string
}

/** A segmented control: one tab stop, arrow keys choose. Options with an icon show their label as a tooltip. */
export const Segmented = <K extends string>({ options, value, onChange, label, dense, ...field }: Props<K>) => {
  const enabled = options.filter(({ disabled }) => !disabled)
  const stop = (enabled.find(({ key }) => key === value) ?? enabled[0])?.key
  return (
    <div {...field} role="radiogroup" aria-label={label} className={cx(css['group'], dense && css['dense'])} onKeyDown={chooseByArrow}>
      {options.map(({ key, label: name, icon, disabled }) => (
        <Tooltip key={key} isName text={icon ? name : ''}>
          <button
            type="button"
            role="radio"
            aria-checked={key === value}
            aria-label={name}
            disabled={disabled}
            tabIndex={key === stop ? 0 : -1}
            className={cx(css['option'], key === value && css['chosen'])}
            onClick={() => onChange(key)}
          >
            {icon ?? name}
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
