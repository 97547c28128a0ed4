import { useId, useState } from 'react'
import type { Color } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { hexToRgb, readRgba, rgba, rgbToHex } from '#core/color/parse.ts'
import { colors } from '#core/theme/tokens.ts'
import { useTheme } from '../../theme/theme.ts'
import look from '../../ui/choice/options.module.css'
import { Popover } from '../../ui/overlay/Popover.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'
import { useDraft } from '../input/use-draft.ts'
import { PaletteSlots } from './PaletteSlots.tsx'
import { readColor } from './read-color.ts'

const fromHex = (hex: string, a: number): Color => {
  const [r = 0, g = 0, b = 0] = [...hexToRgb(hex).matchAll(/\d+/g)].map(Number)
  return { r, g, b, a }
}

/** A fixed colour as red, green, blue and opacity: a slot of the palette or any other. */
export const ColorControl = ({ control, value, onChange }: ControlProps<'color'>) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const valueId = useId()
  const theme = useTheme((state) => state.name)
  const color = readColor(value)
  const hex = rgbToHex(color.r, color.g, color.b)
  return (
    <LineField control={control}>
      {(labelId) => (
        <>
          <button
            ref={setAnchor}
            type="button"
            className={look['button']}
            aria-labelledby={`${labelId} ${valueId}`}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <span className={css['swatch']} style={{ background: hex, opacity: color.a }} />
            <span id={valueId} className="tabular">
              {hex.toUpperCase()}
            </span>
          </button>
          <Popover open={open} onClose={() => setOpen(false)} anchor={anchor} label={t(control.label)}>
            <div className={css['colorPanel']}>
              <PaletteSlots colors={colors[theme].palette} chosen={hex} onChoose={(slot) => onChange(fromHex(slot, color.a))} />
              <label className={css['row']}>
                <input type="color" value={hex} onChange={(event) => onChange(fromHex(event.target.value, color.a))} />
                {t('Another color')}
              </label>
              <TypedColor color={color} onColor={onChange} />
              <label className={css['slider']}>
                {t('Opacity')}
                <input
                  type="range"
                  min={0}
                  max={1}
                  step={0.05}
                  value={color.a}
                  style={{ '--share': `${color.a * 100}%` } as React.CSSProperties}
                  onChange={(event) => onChange({ ...color, a: Number(event.target.value) })}
                />
                <output className="tabular">{Math.round(color.a * 100)}%</output>
              </label>
            </div>
          </Popover>
        </>
      )}
    </LineField>
  )
}

const isSameColor = (a: string, b: string): boolean => {
  const [first, second] = [readRgba(a), readRgba(b)]
  return first && second ? rgba(first) === rgba(second) : a === b
}

/** The colour as CSS writes it; what is none is marked and changes nothing. */
const TypedColor = ({ color, onColor }: { color: Color; onColor: (color: Color) => void }) => {
  const [rejected, setRejected] = useState<string | null>(null)
  const send = (text: string) => {
    const typed = readRgba(text)
    setRejected(typed ? null : text)
    if (typed) onColor(typed)
  }
  const draft = useDraft(rgba(color), send, { isSame: isSameColor })
  const isRejected = rejected === draft.value
  return (
    <label className={css['formRow']}>
      <span>{t('Hex or CSS')}</span>
      <TextInput mono aria-invalid={isRejected} {...draft} />
      {isRejected && (
        <span className={css['error']} role="alert">
          {t('Invalid color: %(color)s', { color: draft.value })}
        </span>
      )}
    </label>
  )
}
