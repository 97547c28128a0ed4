import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { rovingIndex } from './roving.ts'
import css from './Tabs.module.css'

export type Tab<K extends string> = { key: K; label: ReactNode; disabled?: boolean; /** Outlined. */ isMarked?: boolean }

type Props<K extends string> = {
  tabs: Tab<K>[]
  value: K
  onChange: (key: K) => void
  /** Accessible name. */
  label: string
  /** Prefix of the panels' ids: `${panels}-${key}`. */
  panels?: string
  className?: string
}

/** A tab list; arrow keys switch tabs. The chosen tab has a 2 px underline. */
export const Tabs = <K extends string>({ tabs, value, onChange, label, panels, className }: Props<K>) => {
  const id = useId()
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const enabled = tabs.filter((tab) => !tab.disabled)
    const at = enabled.findIndex((tab) => tab.key === value)
    const target = event.key === 'ArrowDown' || event.key === 'ArrowUp' ? undefined : enabled[rovingIndex(event, at, enabled.length) ?? -1]
    if (!target) return
    event.preventDefault()
    onChange(target.key)
    document.getElementById(`${id}-${target.key}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={cx(css['tabs'], className)} onKeyDown={moveFocus}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          id={`${id}-${tab.key}`}
          type="button"
          role="tab"
          aria-selected={tab.key === value}
          aria-controls={panels && `${panels}-${tab.key}`}
          tabIndex={tab.key === value ? 0 : -1}
          disabled={tab.disabled}
          data-marked={tab.isMarked}
          className={cx(css['tab'], tab.key === value && css['chosen'])}
          onClick={() => onChange(tab.key)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
