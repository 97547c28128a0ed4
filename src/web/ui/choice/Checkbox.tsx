import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './Checkbox.module.css'

type Props = {
  checked: boolean
  /** Some of what it stands for is checked. */
  mixed?: boolean
  onChange: (checked: boolean) => void
  label: string
  /** Shown beside the box; otherwise the label is its accessible name alone. */
  children?: ReactNode
  disabled?: boolean
  /** -1 where the keyboard checks it in another way. */
  tabIndex?: number
  className?: string
}

export const Checkbox = ({ checked, mixed = false, onChange, label, children, disabled, tabIndex, className }: Props) => (
  <label className={cx(css['label'], className)}>
    <input
      type="checkbox"
      className={css['input']}
      checked={checked}
      disabled={disabled}
      tabIndex={tabIndex}
      aria-label={children ? undefined : label}
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
