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

/** One of a few, all in sight: one stop of Tab, arrow keys choose. An option with an icon shows the icon and bears its word as a tooltip. */
export const Segmented = <K extends string>({ options, value, onChange, label, dense, ...field }: Props<K>) => {
  const group = useRef<HTMLDivElement>(null)
  const enabled = options.filter(({ disabled }) => !disabled)
  const chosen = enabled.findIndex(({ key }) => key === value)
  const stop = enabled[Math.max(0, chosen)]?.key
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = enabled[rovingIndex(event, Math.max(0, chosen), enabled.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[options.indexOf(next)]?.focus()
  }
  return (
    <div {...field} ref={group} role="radiogroup" aria-label={label} className={cx(css['group'], dense && css['dense'])} onKeyDown={move}>
      {options.map(({ key, label: word, icon, disabled }) => (
        <Tooltip key={key} isName text={icon ? word : ''}>
          <button
            type="button"
            role="radio"
            aria-checked={key === value}
            aria-label={word}
            disabled={disabled}
            tabIndex={key === stop ? 0 : -1}
            className={cx(css['option'], key === value && css['chosen'])}
            onClick={() => onChange(key)}
          >
            {icon ?? word}
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
