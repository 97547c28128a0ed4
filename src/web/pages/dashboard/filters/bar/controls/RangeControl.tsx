import { useState } from 'react'
import { controlsOf, type SingleValue } from '#core/filters/settings/filter-controls.ts'
import type { RangeFilter } from '#core/filters/native-filter.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { Skeleton } from '../../../../../ui/feedback/Skeleton.tsx'
import { RangeSlider } from '../../../../../ui/number/RangeSlider.tsx'
import { TextInput } from '../../../../../ui/text/TextInput.tsx'
import { useFilterOffer, useHistogram } from '../data/use-filter-offer.ts'
import css from '../FilterBar.module.css'
import type { ControlProps } from './control-props.ts'
import { LoadFault } from './LoadFault.tsx'
import { RangeHistogram } from './RangeHistogram.tsx'
import { boundText, rangeStep, readBound, steppedBounds } from './range-steps.ts'

type Bound = number | null

/** The ends that a person sets, as one number for filters of a single value. */
const valueOfSingle = (single: SingleValue, bound: Bound): [Bound, Bound] | null => {
  if (bound === null) return null
  if (single === 'exact') return [bound, bound]
  return single === 'minimum' ? [bound, null] : [null, bound]
}

/** Two ends, or one, of the numbers of a column: dragged or typed. Typing works before the ends of the data are known. */
export const RangeControl = ({ filter, id, isInvalid, value, onChoose }: ControlProps<RangeFilter>) => {
  const { singleValue } = controlsOf(filter)
  const { offer, isLoading, error, retry } = useFilterOffer(filter)
  const bounds = offer?.bounds ?? null
  const [lower = null, upper = null] = asList<Bound>(value)
  const set = (next: readonly [Bound, Bound] | null) => onChoose(next, bounds ? { bounds } : {})
  const single = singleValue === 'maximum' ? upper : lower
  const [min, max] = bounds ? steppedBounds(bounds) : [0, 0]
  /** A bound that the data does not reach any more is at its end. */
  const onTrack = (bound: number) => Math.min(max, Math.max(min, bound))
  const hasSpread = bounds !== null && max > min
  const bars = useHistogram(filter, hasSpread)
  const chosen = [lower ?? min, upper ?? max] as const
  const isFaulty = isInvalid || (lower !== null && upper !== null && lower > upper)
  const common = { label: filter.name, min, max, step: bounds ? rangeStep(bounds) : 1, hidesLabel: true }
  return (
    <>
      {isLoading && !offer && <Skeleton height={24} />}
      {offer && !bounds && <p className={css['note']}>{offer.columnKind === 'other' ? t('Chosen non-numeric column') : t('No data')}</p>}
      {hasSpread && bars.length > 0 && <RangeHistogram bars={bars} bounds={[min, max]} chosen={chosen} />}
      {bounds && max > min && singleValue === null && (
        <RangeSlider
          {...common}
          value={chosen.map(onTrack)}
          ends={[t('%(name)s: smallest', { name: filter.name }), t('%(name)s: largest', { name: filter.name })]}
          onChange={([from = min, to = max]) => set([from <= bounds[0] ? null : from, to >= bounds[1] ? null : to])}
        />
      )}
      {bounds && max > min && singleValue !== null && (
        <RangeSlider<number>
          {...common}
          filled={[onTrack(chosen[0]), onTrack(chosen[1])]}
          value={onTrack(single ?? (singleValue === 'maximum' ? max : min))}
          onChange={(bound) => set(valueOfSingle(singleValue, bound))}
        />
      )}
      {singleValue === null ? (
        <div className={css['bounds']}>
          <BoundInput
            id={id}
            label={t('%(name)s: at least', { name: filter.name })}
            value={lower}
            rest={bounds?.[0]}
            isInvalid={isFaulty}
            onValue={(bound) => set([bound, upper])}
          />
          <span aria-hidden>–</span>
          <BoundInput
            label={t('%(name)s: at most', { name: filter.name })}
            value={upper}
            rest={bounds?.[1]}
            isInvalid={isFaulty}
            onValue={(bound) => set([lower, bound])}
          />
        </div>
      ) : (
        <BoundInput
          id={id}
          label={filter.name}
          value={single}
          rest={undefined}
          isInvalid={isInvalid}
          onValue={(bound) => set(valueOfSingle(singleValue, bound))}
        />
      )}
      {error !== null && <LoadFault error={error} onRetry={retry} />}
    </>
  )
}

type BoundProps = {
  id?: string
  label: string
  value: Bound
  /** The end of the data, where nothing is set. */
  rest: number | undefined
  isInvalid: boolean
  onValue: (value: Bound) => void
}

/** A number that counts when the field is left or Enter is pressed; what is no number is taken back. */
const BoundInput = ({ id, label, value, rest, isInvalid, onValue }: BoundProps) => {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = () => {
    const read = draft === null ? undefined : readBound(draft, t.locale)
    if (read !== undefined && read !== value) onValue(read)
    setDraft(null)
  }
  return (
    <TextInput
      {...(id && { id })}
      dense
      inputMode="decimal"
      aria-label={label}
      aria-invalid={isInvalid || (draft !== null && readBound(draft, t.locale) === undefined)}
      placeholder={rest === undefined ? '' : boundText(rest, t.locale)}
      value={draft ?? (value === null ? '' : boundText(value, t.locale))}
      onValue={setDraft}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
