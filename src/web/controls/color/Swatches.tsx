import css from '../Controls.module.css'

/** The colours of a scheme in one strip. */
export const Swatches = ({ colors }: { colors: readonly string[] }) => (
  <span className={css['swatches']} aria-hidden>
    {colors.slice(0, 10).map((color, i) => (
      <i key={`${color}${i}`} style={{ background: color }} />
    ))}
  </span>
)
