import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './Checkbox.module.css'

type Props = {
  checked: boolean
  /** Some of what it stands for is checked. */
  mixed?: boolean
  onChange: (checked: boolean) => void
  label: string
  /** Shown beside the box; the label alone is for ears. */
  children?: ReactNode
  disabled?: boolean
  className?: string
}

export const Checkbox = ({ checked, mixed = false, onChange, label, children, disabled, className }: Props) => (
  <label className={cx(css['label'], className)}>
    <input
      type="checkbox"
      className={css['input']}
      checked={checked}
      disabled={disabled}
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
