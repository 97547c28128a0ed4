import { Check, ChevronDown, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { t } from '#core/i18n/t.ts'
import { useLayer } from '../overlay/layers.ts'
import { useOverlayRoot } from '../overlay/overlay-root.ts'
import css from './Combobox.module.css'
import { pastedEntries, resolveEntries } from './pasted.ts'

export type ComboOption<V extends string | number> = { value: V; label: string; disabled?: boolean }

type Props<V extends string | number> = {
  label: string
  options: ComboOption<V>[]
  /** The chosen values, in the order of choosing. */
  values: V[]
  onChange: (values: V[]) => void
  /** Several values, shown as tags; one by default. */
  multiple?: boolean
  /** Creates a value from text that matches no option. */
  create?: (text: string) => V
  /** For searches on the server: called with the text. */
  onSearch?: (text: string) => void
  /** What the server found for the text; null until it has answered: `options` are filtered by the text until then. */
  found?: ComboOption<V>[] | null
  loading?: boolean
  placeholder?: string
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

type Item<V> = { id: V | typeof newItemId; label: string; disabled?: boolean | undefined }

const newItemId = '__new__'
/** px */
const rowHeight = 32
const listPadding = 4
const maxListHeight = 320
const topLayer = 'data-react-aria-top-layer'

type Offered<V extends string | number> = Pick<Props<V>, 'options' | 'create' | 'found'>

/** What is listed below a text: everything where it is the label of the one chosen option. */
const itemsOf = <V extends string | number>({ options, create, found }: Offered<V>, text: string, chosen: string | null): Item<V>[] => {
  const needle = text.trim().toLowerCase()
  const isLabel = text === chosen
  const shown = !needle || isLabel ? options : (found ?? options.filter(({ label }) => label.toLowerCase().includes(needle)))
  const items: Item<V>[] = shown.map(({ value, label, disabled }) => ({ id: value, label, disabled }))
  const isKnown = options.some(({ label }) => label.toLowerCase() === needle)
  return create && needle && !isKnown ? [{ id: newItemId, label: t('Use “%(text)s”', { text: text.trim() }) }, ...items] : items
}

/**
 * Keeps the page visible to assistive technology while the list is open. react-aria hides everything but field and list with `aria-hidden`,
 * but leaves it focusable, which axe reports (`aria-hidden-focus`). It skips what is marked as a top layer when the list opens.
 */
const useVisiblePage = (open: boolean) => {
  const kept = useRef<Element[]>([])
  useLayoutEffect(() => {
    if (open) kept.current = [...document.body.children].filter((element) => !element.hasAttribute(topLayer))
    for (const element of kept.current) element.setAttribute(topLayer, '')
  }, [open])
  // Runs after the effects of the list.
  useEffect(() => {
    for (const element of kept.current) element.removeAttribute(topLayer)
    kept.current = []
  })
}

/** A combobox for one or several of many options: searched here or on the server, splits pasted lists, creates values with `create`. */
export const Combobox = <V extends string | number>(props: Props<V>) => {
  const { label, values, onChange, multiple = false, create, onSearch, found, loading, placeholder, disabled, id } = props
  const [only] = multiple ? [] : values
  /** One chosen value is listed, also where it is not offered: what the text returns to is the text of an item. */
  const options = useMemo(
    () =>
      only === undefined || props.options.some(({ value }) => value === only)
        ? props.options
        : [...props.options, { value: only, label: String(only) }],
    [props.options, only],
  )
  const labelOf = (key: V) => options.find((option) => option.value === key)?.label ?? String(key)
  const single = only === undefined ? '' : labelOf(only)
  const [text, setText] = useState(single)
  const [shown, setShown] = useState(single)
  // Another value was chosen elsewhere, or its label came.
  if (single !== shown) {
    setShown(single)
    setText(single)
  }
  const [open, setOpen] = useState(false)
  const root = useOverlayRoot()
  const items = useMemo(
    () => itemsOf({ options, create, found } as Offered<V>, text, multiple ? null : single),
    [options, create, found, text, multiple, single],
  )
  useLayer(open, () => setOpen(false))
  useVisiblePage(open)

  const type = (next: string) => {
    if (next === text) return
    setText(next)
    onSearch?.(next)
    if (next === '' && only !== undefined) onChange([])
  }
  const choose = (keys: (V | typeof newItemId)[]) => {
    const chosen = keys.flatMap((key) => (key !== newItemId ? [key as V] : create ? [create(text.trim())] : []))
    const next = [...new Set(chosen)]
    onChange(multiple ? next : next.slice(-1))
    const last = next.at(-1)
    if (multiple) type('')
    else if (last !== undefined) setText(labelOf(last))
  }
  const paste = (event: ClipboardEvent) => {
    const entries = pastedEntries(event.clipboardData.getData('text'))
    if (!multiple || entries.length < 2) return
    event.preventDefault()
    const { values: known, unknown } = resolveEntries(entries, options)
    onChange([...new Set([...values, ...known, ...(create ? unknown.map(create) : [])])])
  }
  /** Before react-aria closes the list: it would open it again where the text is not that of the chosen item. */
  const restoreText = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !multiple) flushSync(() => setText(single))
  }
  const onKey = (event: KeyboardEvent) => {
    // Escape closes only the list, not the surrounding dialog.
    if (event.key === 'Escape' && open) event.stopPropagation()
    if (event.key === 'Backspace' && multiple && text === '' && values.length > 0) onChange(values.slice(0, -1))
  }
  const shared = {
    'aria-label': label,
    ...(id && { id }),
    ...(props['aria-describedby'] && { 'aria-describedby': props['aria-describedby'] }),
    items,
    inputValue: text,
    onInputChange: type,
    onOpenChange: setOpen,
    menuTrigger: 'focus' as const,
    allowsEmptyCollection: true,
    isDisabled: disabled ?? false,
    isInvalid: props['aria-invalid'] ?? false,
    className: css['combobox'] ?? '',
  }
  const inside = (
    <>
      <Group className={css['box'] ?? ''} data-loading={loading}>
        <div className={css['tags']}>
          {multiple &&
            values.map((value) => (
              <span key={value} className={css['tag']}>
                <span className={css['tagText']}>{labelOf(value)}</span>
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={t('Remove %(name)s', { name: labelOf(value) })}
                  disabled={disabled}
                  onClick={() => onChange(values.filter((other) => other !== value))}
                >
                  <X aria-hidden />
                </button>
              </span>
            ))}
          <Input className={css['input'] ?? ''} placeholder={values.length === 0 ? (placeholder ?? t('Search')) : ''} onPaste={paste} />
        </div>
        <Button className={css['open'] ?? ''} aria-label={t('Show the options')}>
          <ChevronDown aria-hidden />
        </Button>
      </Group>
      <Popover className={css['popover'] ?? ''} offset={4} isNonModal UNSTABLE_portalContainer={root}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight, padding: listPadding }}>
          <ListBox<Item<V>>
            aria-label={label}
            className={css['list'] ?? ''}
            {...(items.length > 0 && { style: { height: Math.min(items.length * rowHeight + 2 * listPadding, maxListHeight) } })}
            renderEmptyState={() => <div className={css['empty']}>{loading ? t('Loading') : t('No results found')}</div>}
          >
            {({ id: key, label: name, disabled: isDisabled }) => (
              <ListBoxItem id={key} textValue={name} isDisabled={isDisabled ?? false} className={css['option'] ?? ''}>
                {({ isSelected }) => (
                  <>
                    <span className={css['optionText']}>{name}</span>
                    {isSelected && <Check aria-hidden />}
                  </>
                )}
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </>
  )
  return (
    <I18nProvider locale={t.locale}>
      <div onKeyDownCapture={restoreText} onKeyDown={onKey}>
        {multiple ? (
          <ComboBox {...shared} selectionMode="multiple" value={values} onChange={(keys) => choose(keys as V[])}>
            {inside}
          </ComboBox>
        ) : (
          <ComboBox {...shared} value={only ?? null} onChange={(key) => choose(key === null ? [] : [key as V])}>
            {inside}
          </ComboBox>
        )}
      </div>
    </I18nProvider>
  )
}
