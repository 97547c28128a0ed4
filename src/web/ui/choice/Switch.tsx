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
export const Switch = ({ checked, onChange, label, ...rest }: Props) => (
  <button
    type="button"
    role="switch"
    aria-checked={checked}
    aria-label={label}
    className={css['switch']}
    onClick={() => onChange(!checked)}
    {...rest}
  >
    <span className={css['knob']} />
  </button>
)
