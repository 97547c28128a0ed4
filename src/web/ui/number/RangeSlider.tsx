import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { t } from '#core/i18n/t.ts'
import css from './Number.module.css'

type Props<V extends number | number[]> = {
  label: string
  /** One value, or both ends of a range. */
  value: V
  onChange: (value: V) => void
  min: number
  max: number
  step?: number
  disabled?: boolean
  /** Its name is drawn elsewhere. */
  hidesLabel?: boolean
  /** The part that stands out, where it is not all up to the value. */
  filled?: readonly [from: number, to: number]
  /** Accessible names of the two thumbs of a range. */
  ends?: [string, string]
}

const percent = (value: number, { min, max }: { min: number; max: number }) => ((value - min) / (max - min)) * 100

/** A slider for a number or a range: dragged, or moved by arrow keys, PageUp, PageDown, Home and End. */
export const RangeSlider = <V extends number | number[]>({
  label,
  value,
  onChange,
  min,
  max,
  step = 1,
  disabled = false,
  hidesLabel = false,
  filled,
  ends,
}: Props<V>) => {
  const thumbs: number[] = [value].flat()
  const [first = min, last = min] = filled ?? (thumbs.length > 1 ? thumbs : [min, ...thumbs])
  const from = percent(first, { min, max })
  const to = percent(last, { min, max })
  return (
    <I18nProvider locale={t.locale}>
      <Slider<V>
        value={value}
        onChange={onChange}
        minValue={min}
        maxValue={max}
        step={step}
        isDisabled={disabled}
        className={css['slider'] ?? ''}
        {...(hidesLabel && { 'aria-label': label })}
      >
        {!hidesLabel && (
          <>
            <Label className={css['label'] ?? ''}>{label}</Label>
            <SliderOutput className={css['output'] ?? ''}>
              {({ state }) => state.values.map((_, i) => state.getThumbValueLabel(i)).join(' – ')}
            </SliderOutput>
          </>
        )}
        <SliderTrack className={css['track'] ?? ''}>
          <span
            className={css['fill']}
            style={{ insetInlineStart: from > 0 ? `${from}%` : -8, insetInlineEnd: to < 100 ? `${100 - to}%` : -8 }}
          />
          {thumbs.map((_, i) => (
            <SliderThumb key={ends?.[i] ?? i} index={i} className={css['thumb'] ?? ''} {...(ends?.[i] && { 'aria-label': ends[i] })} />
          ))}
        </SliderTrack>
      </Slider>
    </I18nProvider>
  )
}
