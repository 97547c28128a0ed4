import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './Checkbox.module.css'

type Props = {
  checked: boolean
  /** Indeterminate: only some of its items are checked. */
  mixed?: boolean
  onChange: (checked: boolean) => void
  label: string
  /** Visible label; without it, `label` is the accessible name. */
  children?: ReactNode
  /** What it does, for those who do not see a tooltip. */
  description?: string | undefined
  disabled?: boolean
  /** -1 where it is toggled by another shortcut. */
  tabIndex?: number
  className?: string
}

export const Checkbox = ({ checked, mixed = false, onChange, label, children, description, disabled, tabIndex, className }: Props) => (
  <label className={cx(css['label'], className)}>
    <input
      type="checkbox"
      className={css['input']}
      checked={checked}
      disabled={disabled}
      tabIndex={tabIndex}
      aria-label={children ? undefined : label}
      aria-description={description}
      ref={(input) => {
        if (input) input.indeterminate = mixed && !checked
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className={css['box']} aria-hidden>
      {mixed && !checked ? <Minus /> : checked && <Check />}
    </span>
    {children}
  </label>
)
