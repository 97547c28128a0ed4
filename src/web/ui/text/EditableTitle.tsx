import { useRef, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../cx.ts'
import css from './EditableTitle.module.css'

type Props = {
  value: string
  /** Read-only when absent. */
  onChange?: ((value: string) => void) | undefined
  placeholder?: string
  label?: string
  /** The tooltip. */
  hint?: string
  /** 20 px for pages, 14 px for cards and editors. */
  size?: 'title' | 'body'
  className?: string
}

/** A title edited in place: Enter or blur commits, Escape reverts. */
export const EditableTitle = ({
  value,
  onChange,
  placeholder = '',
  label = t('Title'),
  hint = t('Click to edit'),
  size = 'title',
  className,
}: Props) => {
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const discard = useRef(false)

  const boxClass = cx(css['box'], css[size], className)
  if (!onChange) return <span className={cx(boxClass, css['fixed'])}>{value || placeholder}</span>

  const commit = () => {
    const next = draft?.trim()
    if (next && next !== value && !discard.current) onChange(next)
    discard.current = false
    setDraft(null)
  }
  return (
    <span className={boxClass} data-value={(draft ?? value) || placeholder}>
      <input
        ref={input}
        value={draft ?? value}
        size={1}
        placeholder={placeholder}
        aria-label={label}
        title={hint}
        maxLength={250}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            discard.current = true
          }
          if (event.key === 'Enter' || event.key === 'Escape') input.current?.blur()
        }}
      />
    </span>
  )
}
