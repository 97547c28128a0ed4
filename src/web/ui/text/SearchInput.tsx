import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../cx.ts'
import css from './SearchInput.module.css'

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  onValue: (value: string) => void
  label: string
  /** Debounce of `onValue` in ms; 0 by default. */
  wait?: number
  dense?: boolean
  /** The shortcut that focuses it, shown at the right end while empty. */
  keyHint?: string
}

/** A search field: Escape clears it, typing is debounced. */
export const SearchInput = ({ value, onValue, label, wait = 0, dense, keyHint, className, placeholder = label, ref, ...rest }: Props) => {
  const [draft, setDraft] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    if (value !== sent.current) setDraft(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    if (draft === sent.current) return
    const timer = setTimeout(() => {
      sent.current = draft
      onValue(draft)
    }, wait)
    return () => clearTimeout(timer)
  })
  return (
    <div className={cx(css['box'], dense && css['dense'], className)}>
      <Search aria-hidden />
      <input
        ref={ref}
        type="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={placeholder}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        {...rest}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && draft) {
            event.stopPropagation()
            event.preventDefault()
            setDraft('')
          }
          rest.onKeyDown?.(event)
        }}
      />
      {draft ? (
        <button type="button" className={css['clear']} aria-label={t('Clear the search')} onClick={() => setDraft('')}>
          <X />
        </button>
      ) : (
        keyHint && <kbd aria-hidden>{keyHint}</kbd>
      )}
    </div>
  )
}
