import { categoricalOffer } from '#core/color/schemes.ts'
import { t } from '#core/i18n/t.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { useTheme } from '../../theme/theme.ts'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { SchemeChoice } from './SchemeChoice.tsx'

/** A palette for series. A dashboard that has one of its own wins, and says so here. */
export const ColorScheme = ({ control, value, onChange, state }: ControlProps<'color-scheme'>) => {
  const theme = useTheme((held) => held.name)
  const fixed = asList(state.form['dashboards']).length > 0 && typeof state.form['dashboard_color_scheme'] === 'string'
  const overridden = Object.keys(asRecord(state.form['label_colors'])).length > 0
  return (
    <>
      <SchemeChoice {...{ control, value, onChange }} offer={categoricalOffer(theme)} swatches={[4, 6]} />
      {(fixed || overridden) && (
        <p className={css['notice']} style={{ padding: '0 16px 8px' }}>
          {fixed
            ? t('The color scheme is determined by the related dashboard. Edit the color scheme in the dashboard properties.')
            : t('Custom label colors of the dashboard override this scheme.')}
        </p>
      )}
    </>
  )
}
