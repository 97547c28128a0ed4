import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './Chip.module.css'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  /** Has a value: tinted, with a button that calls `onClear`. */
  set?: boolean
  onClear?: () => void
  clearLabel?: string
  after?: ReactNode
  children: ReactNode
}

/** A filter chip, with or without a value. */
export const Chip = ({ set = false, onClear, clearLabel, after, children, className, ...rest }: Props) => (
  <span className={cx(css['chip'], set && css['set'], className)}>
    <button type="button" className={css['word']} {...rest}>
      <span className={css['text']}>{children}</span>
      {!(set && onClear) && after}
    </button>
    {set && onClear && (
      <button type="button" className={css['clear']} aria-label={clearLabel} onClick={onClear}>
        <X />
      </button>
    )}
  </span>
)
