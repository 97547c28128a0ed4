import { msg, t } from '#core/i18n/t.ts'
import { isoText, startOf } from '#core/time/civil.ts'
import { chooseByArrow } from '../../ui/choice/roving.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { useDraft } from '../input/use-draft.ts'
import { Calendar } from './Calendar.tsx'
import { customGrains, decodeCustom, defaultCustom, encodeCustom, grainLabel } from '#core/time/range/custom.ts'
import type { CustomGrain, CustomRange, SideMode } from '#core/time/range/custom.ts'
import { advancedSides, countedUnits, joinSides, presets, presetValue, readCounted, writeCounted } from '#core/time/range/frame.ts'
import type { CountedUnit, PresetFrame } from '#core/time/range/frame.ts'
import css from './TimeRange.module.css'
import { dayText, rangeText, wallOfIso } from '#core/time/range/words.ts'

type FrameProps = { value: string; onChange: (value: string) => void }

/** The fixed ranges of one kind, and for Last and Next any number of units. */
export const PresetRanges = ({ frame, value, onChange }: FrameProps & { frame: PresetFrame }) => {
  const chosen = readCounted(value) ? value : presetValue(frame, value)
  const counted = readCounted(value)
  const isPreset = presets[frame].some((preset) => preset === chosen)
  return (
    <div className={css['presets']} role="radiogroup" aria-label={t('Range')} onKeyDown={chooseByArrow}>
      {presets[frame].map((preset, i) => (
        <button
          key={preset}
          type="button"
          role="radio"
          aria-checked={preset === chosen}
          tabIndex={preset === chosen || (i === 0 && !isPreset) ? 0 : -1}
          className={css['preset']}
          onClick={() => onChange(preset)}
        >
          {rangeText(preset, t)}
        </button>
      ))}
      {(frame === 'last' || frame === 'next') && (
        <Counted
          key={frame}
          frame={frame}
          count={counted?.frame === frame ? counted.count : null}
          unit={counted?.frame === frame ? counted.unit : 'day'}
          onCounted={(count, unit) => onChange(writeCounted({ frame, count, unit }))}
        />
      )}
    </div>
  )
}

type CountedProps = {
  frame: 'last' | 'next'
  count: number | null
  unit: CountedUnit
  onCounted: (count: number, unit: CountedUnit) => void
}

const Counted = ({ frame, count, unit, onCounted }: CountedProps) => {
  const draft = useDraft(count === null ? '' : String(count), (text) => /^[1-9]\d*$/.test(text.trim()) && onCounted(Number(text), unit), {
    wait: 400,
  })
  return (
    <div className={css['counted']}>
      <span>{frame === 'last' ? t('Last') : t('Next')}</span>
      <TextInput className="tabular" inputMode="numeric" placeholder="7" aria-label={t('Number of units')} {...draft} />
      <ChoiceButton
        choices={countedUnits.map((one) => ({ value: one, label: `${one}s` }))}
        value={unit}
        onChange={(next) => onCounted(Number(draft.value) || 7, next as CountedUnit)}
        label={t('Unit')}
      />
    </div>
  )
}

const modes: { value: SideMode; label: string }[] = [
  { value: 'specific', label: msg('Specific Date/Time') },
  { value: 'relative', label: msg('Relative Date/Time') },
  { value: 'now', label: msg('Now') },
  { value: 'today', label: msg('Midnight') },
]

/** Where a range begins and ends, as the server says; the text is empty where it is open. */
type Bounds = { since: string; until: string }

/** Two ends, each a date, a distance, now or midnight. */
export const CustomFrame = ({ value, onChange, today, bounds }: FrameProps & { today: number; bounds: Bounds | null }) => {
  const range = decodeCustom(value, today) ?? defaultCustom(today)
  const change = (part: Partial<CustomRange>) => onChange(encodeCustom({ ...range, ...part }))
  const resolved = { since: wallOfIso(bounds?.since ?? ''), until: wallOfIso(bounds?.until ?? '') }
  const [from, to] = [
    range.sinceMode === 'specific' ? wallOfIso(range.sinceDatetime) : resolved.since,
    range.untilMode === 'specific' ? wallOfIso(range.untilDatetime) : resolved.until,
  ]
  return (
    <div className={css['custom']}>
      <Side side="since" label={t('START (INCLUSIVE)')} {...{ range, change, from, to, resolved }} />
      <Side side="until" label={t('END (EXCLUSIVE)')} {...{ range, change, from, to, resolved }} />
      {range.sinceMode === 'relative' && range.untilMode === 'relative' && (
        <div className={css['anchor']}>
          <span>{t('Anchor to')}</span>
          <ChoiceButton
            choices={[
              { value: 'now', label: msg('Now') },
              { value: 'specific', label: msg('Date/Time') },
            ]}
            value={range.anchorMode}
            onChange={(mode) =>
              change(
                mode === 'now'
                  ? { anchorMode: 'now', anchorValue: 'now' }
                  : { anchorMode: 'specific', anchorValue: isoText(startOf(today, 'day')) },
              )
            }
            label={t('Anchor to')}
          />
          {range.anchorMode === 'specific' && <AnchorDate value={range.anchorValue} onChange={(anchorValue) => change({ anchorValue })} />}
        </div>
      )}
    </div>
  )
}

type SideProps = {
  side: 'since' | 'until'
  label: string
  range: CustomRange
  change: (part: Partial<CustomRange>) => void
  from: number | null
  to: number | null
  /** What both ends are now, where that is known. */
  resolved: Record<'since' | 'until', number | null>
}

const Side = ({ side, label, range, change, from, to, resolved }: SideProps) => {
  const isSince = side === 'since'
  const mode = isSince ? range.sinceMode : range.untilMode
  const datetime = isSince ? range.sinceDatetime : range.untilDatetime
  const grain = isSince ? range.sinceGrain : range.untilGrain
  const count = Math.abs(isSince ? range.sinceGrainValue : range.untilGrainValue)
  const wall = (mode === 'specific' ? wallOfIso(datetime) : resolved[side]) ?? wallOfIso(datetime) ?? 0
  const setCount = (next: number) => change(isSince ? { sinceGrainValue: -next } : { untilGrainValue: next })
  const setDate = (iso: string) =>
    change(isSince ? { sinceDatetime: iso, sinceMode: 'specific' } : { untilDatetime: iso, untilMode: 'specific' })
  const countDraft = useDraft(String(count), (text) => /^[1-9]\d*$/.test(text.trim()) && setCount(Number(text)), { wait: 400 })
  return (
    <div className={css['side']}>
      <span className={css['sideLabel']}>{label}</span>
      <ChoiceButton
        freeForm
        choices={modes.map((one) =>
          one.value === 'specific' && mode === 'specific' ? { value: one.value, label: dayText(wall, t) } : one,
        )}
        value={mode}
        onChange={(next) => {
          const typed = readDate(String(next))
          if (typed) setDate(typed)
          else if (modes.some(({ value }) => value === next))
            change(isSince ? { sinceMode: next as SideMode } : { untilMode: next as SideMode })
        }}
        label={label}
        width={220}
      />
      {mode === 'relative' && (
        <div className={css['relative']}>
          <TextInput
            className="tabular"
            inputMode="numeric"
            aria-label={t('Number of units')}
            aria-invalid={!/^[1-9]\d*$/.test(countDraft.value.trim())}
            {...countDraft}
          />
          <ChoiceButton
            choices={customGrains.map((one) => ({ value: one, label: grainLabel(one, side) }))}
            value={grain}
            onChange={(next) => change(isSince ? { sinceGrain: next as CustomGrain } : { untilGrain: next as CustomGrain })}
            label={t('Unit')}
          />
        </div>
      )}
      {(mode === 'now' || mode === 'today') && (
        <p className={css['hint']}>{mode === 'now' ? t('The moment the query runs') : t('Midnight at the start of today')}</p>
      )}
      <Calendar
        value={wall}
        from={from}
        to={to}
        label={label}
        onDay={(day) => setDate(isoText(day + (mode === 'specific' ? wall - startOf(wall, 'day') : 0)))}
      />
    </div>
  )
}

const datePattern = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/

/** A typed date, with a time of day where it is given, as the wire writes it; null when it is none. */
const readDate = (text: string): string | null => {
  const [, day, clock] = datePattern.exec(text.trim()) ?? []
  const iso = day ? `${day}T${(clock ?? '00:00').padEnd(8, ':00')}` : null
  return iso !== null && wallOfIso(iso) !== null ? iso : null
}

const AnchorDate = ({ value, onChange }: { value: string; onChange: (iso: string) => void }) => {
  const draft = useDraft(value.replace('T', ' '), (text) => {
    const iso = readDate(text)
    if (iso) onChange(iso)
  })
  return <TextInput className="tabular" aria-label={t('Anchor')} aria-invalid={readDate(draft.value) === null} {...draft} />
}

/** Both ends as texts of the range grammar. */
export const AdvancedFrame = ({ value, onChange }: FrameProps) => {
  const [start, end] = advancedSides(value)
  const since = useDraft(start, (text) => onChange(joinSides(text, end)), { wait: 500 })
  const until = useDraft(end, (text) => onChange(joinSides(start, text)), { wait: 500 })
  return (
    <div className={css['advanced']}>
      <label className={css['side']}>
        <span className={css['sideLabel']}>{t('START (INCLUSIVE)')}</span>
        <TextInput mono placeholder={t('no bound')} {...since} />
      </label>
      <label className={css['side']}>
        <span className={css['sideLabel']}>{t('END (EXCLUSIVE)')}</span>
        <TextInput mono placeholder={t('no bound')} {...until} />
      </label>
      <p className={css['hint']}>
        {t('A date, a phrase such as “100 days ago”, or an expression:')}
        <br />
        <code>DATEADD(DATETIME("today"), -3, month)</code>
        <br />
        <code>DATETRUNC(DATETIME("now"), quarter)</code>
        <br />
        <code>LASTDAY(DATETIME("today"), month)</code>
        <br />
        <code>HOLIDAY("Christmas", DATETIME("2020-01-01"), "DE")</code>
      </p>
    </div>
  )
}
