import { t } from '#core/i18n/t.ts'
import css from '../Controls.module.css'

type Props = {
  colors: readonly string[]
  chosen: string
  onChoose: (color: string, slot: number) => void
}

/** The colours of a palette to choose from. */
export const PaletteSlots = ({ colors, chosen, onChoose }: Props) => (
  <div className={css['slots']} role="group" aria-label={t('Palette')}>
    {colors.map((color, i) => (
      <button
        key={`${color}${i}`}
        type="button"
        style={{ background: color }}
        aria-label={t('Color %(slot)s', { slot: i + 1 })}
        aria-pressed={color.toLowerCase() === chosen.toLowerCase()}
        onClick={() => onChoose(color, i)}
      />
    ))}
  </div>
)
