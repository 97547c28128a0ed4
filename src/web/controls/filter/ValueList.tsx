import { useMemo, useState } from 'react'
import { useRowWindow } from '#core/scroll/use-row-window.tsx'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { sameValue, splitPasted } from '../choice/match.ts'
import { useSurface } from '../control-props.ts'
import type { DataKind } from '../field/kind.ts'
import { readValue } from './filter-draft.ts'
import css from './Filter.module.css'
import { useValues } from './values.ts'
import type { ValueCount } from './values.ts'

type Value = ValueCount['value']

type Props = {
  column: string
  kind: DataKind
  chosen: unknown[]
  /** What is chosen is left out instead. */
  excludes: boolean
  onChosen: (values: Value[]) => void
  onCounts: (counts: { chosen: number | null; rows: number | null }) => void
}

const rowHeight = 28

const shareText = (count: number, rows: number) => {
  const share = rows > 0 ? (count / rows) * 100 : 0
  return share > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`
}

/** Values of a column with their frequency, to be ticked; a typed text that is no value may be added. */
export const ValueList = ({ column, kind, chosen, excludes, onChosen, onCounts }: Props) => {
  const surface = useSurface()
  const [search, setSearch] = useState('')
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const complete = useValues(surface, column, '')
  const isCut = complete.data?.isCut ?? false
  const searched = useValues(surface, isCut && search !== '' ? column : null, search)
  const known = isCut && search !== '' ? searched.data : complete.data
  const found = useMemo(() => {
    const needle = search.trim().toLowerCase()
    const values = known?.values ?? []
    return needle === '' ? values : values.filter(({ value }) => String(value).toLowerCase().includes(needle))
  }, [known, search])
  const extra = (chosen as Value[]).filter((value) => !(complete.data?.values ?? []).some((one) => sameValue(one.value, value)))
  const typed = search.trim()
  const offersTyped =
    typed !== '' && !found.some(({ value }) => String(value) === typed) && !chosen.some((value) => sameValue(value, typed))
  const rows: (ValueCount & { isTyped?: boolean; isUnknown?: boolean })[] = [
    ...(offersTyped ? [{ value: readValue(typed, kind) as Value, count: 0, isTyped: true }] : []),
    ...(typed === '' ? extra.map((value) => ({ value, count: 0, isUnknown: true })) : []),
    ...found,
  ]
  const [first, end] = useRowWindow(scroller, rows.length, rowHeight)
  const total =
    surface.rows ?? (complete.data && !isCut ? complete.data.values.reduce((sum, { count }) => sum + count, complete.data.blank) : null)
  const most = Math.max(1, ...(complete.data?.values ?? []).slice(0, 1).map(({ count }) => count))
  const holds = (value: Value) => chosen.some((one) => sameValue(one, value))

  const choose = (values: Value[]) => {
    onChosen(values)
    if (!complete.data || isCut) return onCounts({ chosen: null, rows: total })
    const counted = complete.data.values
      .filter(({ value }) => values.some((one) => sameValue(one, value)))
      .reduce((sum, { count }) => sum + count, 0)
    const withValue = complete.data.values.reduce((sum, { count }) => sum + count, 0)
    onCounts({ chosen: excludes ? withValue - counted : counted, rows: total })
  }
  const toggle = (value: Value) =>
    choose(holds(value) ? (chosen as Value[]).filter((one) => !sameValue(one, value)) : [...(chosen as Value[]), value])

  return (
    <>
      <div className={css['search']}>
        <SearchInput
          data-autofocus
          label={t.plural(complete.data?.values.length ?? 0, 'Search %(count)s value', 'Search %(count)s values')}
          value={search}
          wait={isCut ? 250 : 0}
          onValue={setSearch}
          onKeyDown={(event) => {
            const value = rows[0]?.value
            if (event.key !== 'Enter' || value === undefined) return
            event.preventDefault()
            toggle(value)
          }}
          onPaste={(event) => {
            const pasted = splitPasted(event.clipboardData.getData('text'))
            if (pasted.length < 2) return
            event.preventDefault()
            choose([...new Set([...(chosen as Value[]), ...pasted.map((text) => readValue(text, kind) as Value)])])
          }}
        />
        <span className={css['allNone']}>
          <Button kind="link" onClick={() => choose([...new Set([...(chosen as Value[]), ...found.map(({ value }) => value)])])}>
            {t('All')}
          </Button>
          <Button
            kind="link"
            onClick={() =>
              choose(search === '' ? [] : (chosen as Value[]).filter((value) => !found.some((one) => sameValue(one.value, value))))
            }
          >
            {t('None')}
          </Button>
        </span>
      </div>
      <div ref={setScroller} className={css['values']} data-grows role="group" aria-label={t('Values')}>
        {complete.isPending &&
          surface.offersValues &&
          [70, 50, 60, 40].map((width) => (
            <div key={width} className={css['valueRow']}>
              {<Skeleton width={`${width}%`} />}
            </div>
          ))}
        {!complete.isPending && rows.length === 0 && (
          <p className={css['none']}>{complete.isError ? t('The values could not be looked up. Type one.') : t('No results found')}</p>
        )}
        <div style={{ height: rows.length * rowHeight, position: 'relative' }}>
          <div style={{ transform: `translateY(${first * rowHeight}px)` }}>
            {rows.slice(first, end).map(({ value, count, isTyped, isUnknown }) => {
              const isOn = holds(value)
              const name = value === '' ? t('(empty text)') : String(value)
              return (
                <Checkbox
                  key={`${typeof value} ${String(value)}`}
                  checked={isOn}
                  onChange={() => toggle(value)}
                  label={name}
                  className={css['valueRow'] ?? ''}
                >
                  <span className={css['valueName']} title={String(value)}>
                    {isTyped ? t('Use “%(text)s”', { text: name }) : name}
                  </span>
                  {!isTyped && !isUnknown && (
                    <>
                      <span className={cx(css['bar'], isOn && css['barOn'])} aria-hidden>
                        <i style={{ width: `${Math.max(0.5, (count / most) * 100)}%` }} />
                      </span>
                      <span className={css['count']}>{count.toLocaleString(t.locale)}</span>
                      <span className={css['share']}>{total === null ? '' : shareText(count, total)}</span>
                    </>
                  )}
                </Checkbox>
              )
            })}
          </div>
        </div>
      </div>
      {(complete.data?.blank ?? 0) > 0 && search === '' && (
        <p className={css['blank']}>
          {t.plural(complete.data?.blank ?? 0, '%(count)s row is blank and left out', '%(count)s rows are blank and left out')}
        </p>
      )}
    </>
  )
}
