import { Calendar as CalendarIcon, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { msg, t } from '#core/i18n/t.ts'
import { defaultCustom, encodeCustom, isCustomRange, isOrdered, midnightOf, spanRange } from '#core/time/range/custom.ts'
import { advancedSides, frames, guessFrame, isPresetFrame, joinSides, noFilter, presetValue } from '#core/time/range/frame.ts'
import type { Frame } from '#core/time/range/frame.ts'
import { actualRange, rangeText } from '#core/time/range/words.ts'
import { errorText } from '../../data/call-error.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { useSurface } from '../control-props.ts'
import pillCss from '../pills/Pills.module.css'
import { AdvancedFrame, CustomFrame, PresetRanges } from './Frames.tsx'
import { useResolvedRange } from './resolved.ts'
import { rowsOverTime } from './rows.ts'
import { RowsOverTime } from './RowsOverTime.tsx'
import css from './TimeRange.module.css'
import { readTyped } from './typed.ts'

type Props = {
  value: string
  /** The column that is filtered, for the words of the range and the rows over time. */
  column?: string | undefined
  /** Every range that is valid, for the preview. */
  onChange: (value: string) => void
  /** Keeps the range. */
  onApply: () => void
  /** Takes the preview back. */
  onCancel: () => void
  /** Removes the whole filter. */
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
  custom: msg('Custom'),
  advanced: msg('Advanced'),
}

/** The wall clock of now as the browser has it, epoch ms as if UTC. */
const wallNow = () => Date.now() - new Date().getTimezoneOffset() * 60_000

/** The range that a frame begins with. */
const openFrame = (frame: Frame, value: string, today: number): string => {
  if (frame === 'no-filter') return noFilter
  if (frame === 'custom') return isCustomRange(value) ? value : encodeCustom(defaultCustom(today))
  if (isPresetFrame(frame)) return presetValue(frame, value)
  const [start, end] = advancedSides(value)
  return value.includes(' : ') ? value : joinSides(start, end)
}

const refusals = {
  unknown: msg('“%(text)s” is no time range. Try “last 90 days”, “2024-Q1” or “since last Monday”.'),
  reversed: msg('The start is after the end.'),
}

/** A range of time: typed first, or chosen; the actual range below, and how many rows lie in it. */
export const TimeRangeEditor = ({ value, column = 'col', onChange, onApply, onCancel, onRemove, onMore }: Props) => {
  const [today] = useState(() => midnightOf(Date.now()))
  const [range, setRange] = useState(value === '' ? noFilter : value)
  const [frame, setFrame] = useState<Frame>(() => guessFrame(value))
  const [typed, setTyped] = useState<string | null>(null)
  const [isApplying, setApplying] = useState(false)
  const { datasource } = useSurface()
  const { data: held } = useQuery(rowsOverTime(datasource, column))
  const resolved = useResolvedRange(range)
  const isNoFilter = range === noFilter
  const needsCheck = !isNoFilter && !isPresetFrame(guessFrame(range)) && !isOrdered(range)
  const read = typed === null ? null : readTyped(typed, wallNow())
  const refusal = read && 'refusal' in read ? t(refusals[read.refusal], { text: typed ?? '' }) : null
  const error = refusal ?? (resolved.error ? errorText(resolved.error) : null)
  const isValid = error === null && (!needsCheck || resolved.data !== undefined)

  const change = (next: string) => {
    setApplying(false)
    setRange(next)
  }
  const preview = useEffectEvent((next: string) => next !== (value || noFilter) && onChange(next))
  const validRange = isValid ? range : null
  useEffect(() => {
    if (validRange !== null) preview(validRange)
  }, [validRange])
  const apply = useEffectEvent(onApply)
  useEffect(() => {
    if (isApplying && isValid) apply()
  }, [isApplying, isValid])

  const type = (text: string) => {
    setTyped(text)
    const next = readTyped(text, wallNow())
    if ('refusal' in next) return setApplying(false)
    setFrame(guessFrame(next.range))
    change(next.range)
  }
  return (
    <>
      <div className={css['typed']}>
        <CalendarIcon aria-hidden />
        <input
          data-autofocus
          aria-label={t('Time range')}
          aria-invalid={refusal !== null}
          value={typed ?? rangeText(range, t, resolved.data?.range)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(event.target.value)}
          onBlur={() => refusal === null && setTyped(null)}
          onKeyDown={(event) => event.key === 'Enter' && setApplying(true)}
        />
        <span>{t('type a range')}</span>
      </div>
      <div className={css['panes']} data-grows>
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
                change(openFrame(one, range, today))
              }}
            >
              {t(frameNames[one])}
            </button>
          ))}
        </div>
        <div className={css['pane']}>
          {frame === 'no-filter' && <p className={css['hint']}>{t('All rows, whatever their time.')}</p>}
          {isPresetFrame(frame) && <PresetRanges frame={frame} value={range} onChange={change} />}
          {frame === 'custom' && (
            <CustomFrame
              key={typed === null ? 'chosen' : range}
              value={range}
              onChange={change}
              today={today}
              bounds={resolved.data?.range ?? null}
            />
          )}
          {frame === 'custom' && held?.span && (
            <Button kind="link" onClick={() => held.span && change(encodeCustom(spanRange(held.span, today)))}>
              {t('From the first to the last day of the data')}
            </Button>
          )}
          {frame === 'advanced' && <AdvancedFrame value={range} onChange={change} />}
        </div>
      </div>
      <div className={css['actual']} aria-live="polite">
        <span className={css['actualLabel']}>{t('Actual time range')}</span>
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
      <footer className={pillCss['foot']}>
        {onMore && <IconButton dense label={t('Column, operator, SQL')} icon={<SlidersHorizontal />} onClick={onMore} />}
        {onRemove && <IconButton dense label={t('Remove')} icon={<Trash2 />} onClick={onRemove} />}
        <span title={t('Relative ranges follow the time of the server')}>{t('Time zone: the server’s')}</span>
        <Button kind="quiet" onClick={onCancel}>
          {t('CANCEL')}
        </Button>
        <Button kind="primary" disabled={!isValid} onClick={onApply}>
          {t('APPLY')}
        </Button>
      </footer>
    </>
  )
}
