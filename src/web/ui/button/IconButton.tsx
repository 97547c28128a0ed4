import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Tooltip } from '../overlay/Tooltip.tsx'
import { FocusableButton, type FocusableButtonProps } from './FocusableButton.tsx'
import css from './IconButton.module.css'

type Props = Omit<FocusableButtonProps, 'children'> & {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  /** Appended to the tooltip: a shortcut, the reason why it is disabled. */
  hint?: string
  dense?: boolean
  bordered?: boolean
  active?: boolean
}

export const IconButton = ({ label, icon, hint, dense, bordered, active, className, ...rest }: Props) => (
  <Tooltip isName text={hint ? `${label} ${hint}` : label}>
    <FocusableButton
      aria-label={label}
      className={cx(css['button'], dense && css['dense'], bordered && css['bordered'], active && css['active'], className)}
      {...rest}
    >
      {icon}
    </FocusableButton>
  </Tooltip>
)
