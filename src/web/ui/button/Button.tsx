import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import { FocusableButton, type FocusableButtonProps } from './FocusableButton.tsx'
import css from './Button.module.css'

type Look = {
  /** `primary`: the main action; `quiet`: no border; `link`: accent text; `danger`: a destructive action. */
  kind?: 'default' | 'primary' | 'quiet' | 'link' | 'danger'
  /** 32 or 28 px high. */
  dense?: boolean
  icon?: ReactNode
  /** After the label: a chevron, a shortcut. */
  after?: ReactNode
  /** Shows a spinner and disables the button, which keeps the focus. */
  busy?: boolean
  active?: boolean
}

const classOf = ({ kind = 'default', dense, active, busy }: Look, className?: string) =>
  cx(css['button'], css[kind], dense && css['dense'], active && css['active'], busy && css['busy'], className)

export const Button = ({
  kind,
  dense,
  icon,
  after,
  busy,
  active,
  className,
  children,
  disabled,
  focusableWhenDisabled,
  ...rest
}: Look & FocusableButtonProps) => (
  <FocusableButton
    className={classOf({ kind, dense, active, busy } as Look, className)}
    disabled={disabled || busy}
    focusableWhenDisabled={focusableWhenDisabled || busy}
    aria-busy={busy || undefined}
    {...rest}
  >
    {busy ? <span className={css['spinner']} aria-hidden /> : icon}
    {children}
    {after}
  </FocusableButton>
)

/** A link that looks like a button. */
export const ButtonLink = ({
  kind,
  dense,
  icon,
  after,
  active,
  className,
  children,
  ...rest
}: Omit<Look, 'busy'> & ComponentProps<typeof Link>) => (
  <Link className={classOf({ kind, dense, active } as Look, className)} {...rest}>
    {icon}
    {children}
    {after}
  </Link>
)
