import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Tooltip } from './Tooltip.tsx'
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

/** One of a few, all in sight. An option with an icon shows the icon and bears its word as a tooltip. */
export const Segmented = <K extends string>({ options, value, onChange, label, dense, ...field }: Props<K>) => (
  <div {...field} role="radiogroup" aria-label={label} className={cx(css['group'], dense && css['dense'])}>
    {options.map(({ key, label: word, icon, disabled }) => (
      <Tooltip key={key} isName text={icon ? word : ''}>
        <button
          type="button"
          role="radio"
          aria-checked={key === value}
          aria-label={word}
          disabled={disabled}
          className={cx(css['option'], key === value && css['chosen'])}
          onClick={() => onChange(key)}
        >
          {icon ?? word}
        </button>
      </Tooltip>
    ))}
  </div>
)
