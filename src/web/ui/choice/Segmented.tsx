import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { rovingIndex } from './roving.ts'
import { Tooltip } from '../overlay/Tooltip.tsx'
import css from './Segmented.module.css'

type Props<K extends string> = {
  options: { key: K; label: string; icon?: ReactNode; disabled?: boolean }[]
  value: K
  onChange: (key: K) => void
  label: string
  dense?: boolean
  id?: string
  'aria-describedby'?: string
}

/** A segmented control: one tab stop, arrow keys choose. Options with an icon show their label as a tooltip. */
export const Segmented = <K extends string>({ options, value, onChange, label, dense, ...field }: Props<K>) => {
  const group = useRef<HTMLDivElement>(null)
  const enabled = options.filter(({ disabled }) => !disabled)
  const chosen = enabled.findIndex(({ key }) => key === value)
  const stop = enabled[Math.max(0, chosen)]?.key
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const next = enabled[rovingIndex(event, Math.max(0, chosen), enabled.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[options.indexOf(next)]?.focus()
  }
  return (
    <div
      {...field}
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={cx(css['group'], dense && css['dense'])}
      onKeyDown={moveFocus}
    >
      {options.map(({ key, label: name, icon, disabled }) => (
        <Tooltip key={key} isName text={icon ? name : ''}>
          <button
            type="button"
            role="radio"
            aria-checked={key === value}
            aria-label={name}
            disabled={disabled}
            tabIndex={key === stop ? 0 : -1}
            className={cx(css['option'], key === value && css['chosen'])}
            onClick={() => onChange(key)}
          >
            {icon ?? name}
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
