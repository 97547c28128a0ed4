import { cloneElement, useId, type ReactElement, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './Field.module.css'

type Props = {
  label: ReactNode
  /** Shown under the control when there is no error. */
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Label and control in one line. */
  inline?: boolean
  children: ReactElement<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>
}

/** A label, a control, and its hint or error. */
export const Field = ({ label, hint, error, required, inline, children }: Props) => {
  const id = useId()
  const noteId = `${id}-note`
  const note = error || hint
  return (
    <div className={cx(css['field'], inline && css['inline'])}>
      <label htmlFor={id} className={css['label']}>
        {label}
        {required && (
          <span className={css['required']} aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      {cloneElement(children, { id, ...(note && { 'aria-describedby': noteId }), ...(error && { 'aria-invalid': true }) })}
      {note && (
        <p id={noteId} className={cx(css['note'], error && css['error'])} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}
