import { useId, type ReactNode } from 'react'
import { Checkbox } from '../../../../../ui/choice/Checkbox.tsx'
import css from './Settings.module.css'

type Props = {
  label: string
  isOn: boolean
  onTurn: (on: boolean) => void
  disabled?: boolean
  /** Why it is disabled, or what is wrong with it. */
  note?: string | undefined
  fault?: string | undefined
  children?: ReactNode
}

/** A setting that is switched on, and below it what it then needs. */
export const SwitchedSetting = ({ label, isOn, onTurn, disabled, note, fault, children }: Props) => {
  const id = useId()
  return (
    <div
      className={css['section']}
      role="group"
      aria-label={label}
      data-invalid={fault !== undefined}
      {...(fault && { 'aria-describedby': id })}
    >
      <Checkbox label={label} checked={isOn} disabled={disabled ?? false} onChange={onTurn}>
        {label}
      </Checkbox>
      {note && <p className={css['note']}>{note}</p>}
      {isOn && children && <div className={css['inside']}>{children}</div>}
      {fault && (
        <p id={id} className={css['fault']} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
