import { useWatch } from 'react-hook-form'
import { categoricalOffer } from '#core/color/schemes.ts'
import { t } from '#core/i18n/t.ts'
import { Swatches } from '../../../../controls/color/Swatches.tsx'
import type { EditForm } from '../../../../forms/use-edit-form.ts'
import { useTheme } from '../../../../theme/theme.ts'
import { Checkbox } from '../../../../ui/choice/Checkbox.tsx'
import { hasFeature } from '../../../../data/feature-flags.ts'
import { Picker } from '../../../../ui/choice/Picker.tsx'
import { Field } from '../../../../ui/text/Field.tsx'
import { intervals } from '../refresh/intervals.ts'
import { metadataText, type PropertyValues } from './properties-form.ts'

/** The settings that have controls of their own. */
export const SettingsFields = ({ form }: { form: EditForm<PropertyValues> }) => {
  const theme = useTheme((state) => state.name)
  const metadata = useWatch({ control: form.control, name: 'metadata' })
  const change = (settings: Record<string, unknown>) => {
    const next = { ...metadata, ...settings }
    form.setValue('metadata', next, { shouldDirty: true })
    form.setValue('json', metadataText(next), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      <Field label={t('Color scheme')} hint={t('For every chart of the dashboard, whatever its own.')}>
        <Picker
          label={t('Color scheme')}
          value={String(metadata['color_scheme'] ?? '')}
          options={[
            { value: '', label: t('As each chart says') },
            ...categoricalOffer(theme).map(({ id, label, colors }) => ({
              value: id,
              label,
              icon: <Swatches colors={colors.slice(0, 5)} />,
            })),
          ]}
          onChange={(value) => change({ color_scheme: value, map_label_colors: {}, shared_label_colors: [] })}
        />
      </Field>
      <Checkbox
        checked={metadata['analogous_colors'] === true}
        onChange={(on) => change({ analogous_colors: on, map_label_colors: {}, shared_label_colors: [] })}
        label={t('Analogous colors')}
      >
        {t('Neighboring hues before colors repeat')}
      </Checkbox>
      <Field label={t('Refresh frequency')}>
        <Picker
          label={t('Refresh frequency')}
          value={Number(metadata['refresh_frequency']) || 0}
          options={intervals()}
          searchFrom={20}
          onChange={(value) => change({ refresh_frequency: value })}
        />
      </Field>
      {hasFeature('DASHBOARD_CROSS_FILTERS') && (
        <Checkbox
          checked={metadata['cross_filters_enabled'] !== false}
          onChange={(on) => change({ cross_filters_enabled: on })}
          label={t('Enable cross-filtering')}
        >
          {t('Enable cross-filtering')}
        </Checkbox>
      )}
    </>
  )
}
