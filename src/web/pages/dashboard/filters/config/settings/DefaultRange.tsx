import { controlsOf } from '#core/filters/settings/filter-controls.ts'
import { asList } from '#core/query/read.ts'
import { t } from '#core/i18n/t.ts'
import { Field } from '../../../../../ui/text/Field.tsx'
import { NumberInput } from '../../../../../ui/number/NumberInput.tsx'
import { defaultValueOf, withDefault } from '../draft/filter-settings.ts'
import type { DefaultProps } from './DefaultValue.tsx'
import css from './Settings.module.css'

type Bound = number | null

const boundOf = (value: unknown): Bound => (typeof value === 'number' ? value : null)

/** One or both ends of a range. */
export const DefaultRange = ({ filter, fault, onChange }: DefaultProps) => {
  const { singleValue } = controlsOf(filter)
  const [lower = null, upper = null] = asList(defaultValueOf(filter)).map(boundOf)
  const set = (value: [Bound, Bound]) => onChange(withDefault(filter, value))
  if (singleValue !== null)
    return (
      <Field label={t('Default Value')} error={fault}>
        <NumberInput
          label={t('Default Value')}
          value={singleValue === 'maximum' ? upper : lower}
          onChange={(bound) => set([singleValue === 'maximum' ? null : bound, singleValue === 'minimum' ? null : bound])}
        />
      </Field>
    )
  return (
    <div className={css['pair']}>
      <Field label={t('At least')} error={fault}>
        <NumberInput label={t('At least')} value={lower} onChange={(bound) => set([bound, upper])} />
      </Field>
      <Field label={t('At most')}>
        <NumberInput label={t('At most')} value={upper} onChange={(bound) => set([lower, bound])} />
      </Field>
    </div>
  )
}
