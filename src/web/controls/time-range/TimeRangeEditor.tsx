import { Calendar as CalendarIcon, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { msg, t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { useSurface } from '../control-props.ts'
import { datesOf, encodeCustom, isCustomRange, midnightOf } from '#core/time/range/custom.ts'
import { AdvancedFrame, CustomFrame, PresetRanges } from './Frames.tsx'
import { advancedSides, frames, guessFrame, isPresetFrame, joinSides, noFilter, presetValue } from '#core/time/range/frame.ts'
import type { Frame } from '#core/time/range/frame.ts'
import { resolvedRange, useResolvedRange } from './resolved.ts'
import { rowsOverTime } from './rows.ts'
import { RowsOverTime } from './RowsOverTime.tsx'
import css from './TimeRange.module.css'
import { readTyped } from './typed.ts'
import { actualRange, rangeText, wallOfIso } from '#core/time/range/words.ts'

type Props = {
  value: string
  /** The column that is filtered, for the words of the range and the rows over time. */
  column?: string | undefined
  onChange: (value: string) => void
  onDone: () => void
  /** Takes the whole filter away; without it the range is cleared. */
  onRemove?: (() => void) | undefined
  /** Opens what else can be said about the filter: column, operator, SQL. */
  onMore?: (() => void) | undefined
}

const frameNames: Record<Frame, string> = {
  'no-filter': msg('No filter'),
  last: msg('Last'),
  previous: msg('Previous'),
  current: msg('Current'),
  next: msg('Next'),
  custom: msg('Custom…'),
  advanced: msg('Advanced…'),
}

/** The wall clock of now as the browser has it, epoch ms as if UTC. */
const wallNow = () => Date.now() - new Date().getTimezoneOffset() * 60_000

/** The range that a frame begins with. */
const openFrame = (frame: Exclude<Frame, 'custom'>, value: string): string => {
  if (frame === 'no-filter') return noFilter
  if (isPresetFrame(frame)) return presetValue(frame, value)
  const [start, end] = advancedSides(value)
  return value.includes(' : ') ? value : joinSides(start, end)
}

/** A range of time: typed first, or chosen; the actual range below, and how many rows lie in it. */
export const TimeRangeEditor = ({ value, column = 'col', onChange, onDone, onRemove, onMore }: Props) => {
  const [today] = useState(() => midnightOf(wallNow()))
  const [range, setRange] = useState(value === '' ? noFilter : value)
  const [frame, setFrame] = useState<Frame>(() => guessFrame(value))
  const [typed, setTyped] = useState<string | null>(null)
  const resolved = useResolvedRange(range)
  const error = resolved.isError ? errorText(resolved.error) : null
  const isNoFilter = range === noFilter
  const { datasource } = useSurface()
  const client = useQueryClient()
  const changes = useRef(0)

  const change = (next: string) => {
    changes.current += 1
    setRange(next)
    onChange(next)
  }
  /** Custom begins with what the present range and the data say; whoever goes on meanwhile is not called back. */
  const openCustom = async () => {
    const before = changes.current
    const rows = rowsOverTime(datasource, column)
    const [held, ends] = await Promise.all([
      rows.enabled ? client.ensureQueryData(rows).catch(() => null) : null,
      isNoFilter || isCustomRange(range) ? null : client.ensureQueryData(resolvedRange(range)).catch(() => null),
    ])
    if (before !== changes.current) return
    const [since, until] = [wallOfIso(ends?.range.since ?? ''), wallOfIso(ends?.range.until ?? '')]
    if (!isCustomRange(range)) change(encodeCustom(datesOf({ since, until }, { span: held?.span ?? null, today })))
  }
  const type = (text: string) => {
    setTyped(text)
    const read = readTyped(text, wallNow())
    if (read === null) return
    setFrame(guessFrame(read))
    change(read)
  }
  const notRead = typed !== null && readTyped(typed, wallNow()) === null
  return (
    <>
      <div className={css['typed']}>
        <CalendarIcon aria-hidden />
        <input
          data-autofocus
          aria-label={t('Time range')}
          aria-invalid={notRead}
          value={typed ?? rangeText(range, t, resolved.data?.range)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(event.target.value)}
          onBlur={() => !notRead && setTyped(null)}
          onKeyDown={(event) => event.key === 'Enter' && !notRead && onDone()}
        />
        <span>{notRead ? t('not understood yet') : t('type a range')}</span>
      </div>
      <div className={css['panes']}>
        <div className={css['rail']} role="tablist" aria-label={t('Kind of range')} aria-orientation="vertical">
          {frames.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              aria-selected={one === frame}
              className={css['frame']}
              onClick={() => {
                setFrame(one)
                setTyped(null)
                if (one === 'custom') void openCustom()
                else change(openFrame(one, range))
              }}
            >
              {t(frameNames[one])}
            </button>
          ))}
        </div>
        <div className={css['pane']}>
          {frame === 'no-filter' && <p className={css['hint']}>{t('All rows, whatever their time.')}</p>}
          {isPresetFrame(frame) && <PresetRanges frame={frame} value={range} onChange={change} />}
          {frame === 'custom' && <CustomFrame key={typed === null ? 'chosen' : range} value={range} onChange={change} today={today} />}
          {frame === 'advanced' && <AdvancedFrame value={range} onChange={change} />}
        </div>
      </div>
      <div className={css['actual']} aria-live="polite">
        <span className={css['visuallyHidden']}>{t('Actual time range')}</span>
        {error ? (
          <p className={css['bad']} role="alert">
            {error}
          </p>
        ) : (
          <RowsOverTime column={column} text={range} range={isNoFilter ? { since: '', until: '' } : (resolved.data?.range ?? null)}>
            {isNoFilter ? t('All time') : resolved.data ? actualRange(resolved.data.range.since, resolved.data.range.until, column) : '…'}
          </RowsOverTime>
        )}
      </div>
      <footer className={css['foot']}>
        {onMore && <IconButton dense label={t('Column, operator, SQL')} icon={<SlidersHorizontal />} onClick={onMore} />}
        {onRemove && <IconButton dense label={t('Remove')} icon={<Trash2 />} onClick={onRemove} />}
        <span title={t('Relative ranges follow the time of the server')}>{t('Time zone: the server’s')}</span>
        <Button
          kind="quiet"
          onClick={() => {
            setFrame('no-filter')
            setTyped(null)
            change(noFilter)
          }}
        >
          {t('Clear')}
        </Button>
        <Button kind="primary" disabled={error !== null || notRead} onClick={onDone}>
          {t('Done')}
        </Button>
      </footer>
    </>
  )
}
