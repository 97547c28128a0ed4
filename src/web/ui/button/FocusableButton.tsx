import type { ComponentProps, MouseEvent } from 'react'

export type FocusableButtonProps = ComponentProps<'button'> & {
  /** Browsers take the focus from what is disabled: a button that its own press disables stays focusable, and does nothing. */
  focusableWhenDisabled?: boolean | undefined
}

const ignore = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/** A native button, which keeps the focus while it is disabled if it is told to. */
export const FocusableButton = ({ focusableWhenDisabled, disabled, ...rest }: FocusableButtonProps) => (
  <button type="button" {...rest} {...(focusableWhenDisabled ? disabled && { 'aria-disabled': true, onClick: ignore } : { disabled })} />
)
