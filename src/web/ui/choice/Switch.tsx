import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import css from './Switch.module.css'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  label?: string
  id?: string
  disabled?: boolean
  'aria-describedby'?: string
}

/** An on/off switch that takes effect immediately. */
export const Switch = ({ checked, onChange, label, disabled = false, ...rest }: Props) => (
  <AriaSwitch
    isSelected={checked}
    onChange={onChange}
    isDisabled={disabled}
    className={css['switch'] ?? ''}
    {...(label && { 'aria-label': label })}
    {...rest}
  >
    <span className={css['knob']} />
  </AriaSwitch>
)
