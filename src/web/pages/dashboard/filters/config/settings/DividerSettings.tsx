import type { FilterDivider } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { Field } from '../../../../../ui/text/Field.tsx'
import { TextArea, TextInput } from '../../../../../ui/text/TextInput.tsx'
import type { ConfigFault } from '../draft/config-faults.ts'
import { faultText } from './fault-text.ts'
import css from './Settings.module.css'

type Props = { divider: FilterDivider; faults: ConfigFault[]; onChange: (divider: FilterDivider) => void }

/** A heading among the filters. */
export const DividerSettings = ({ divider, faults, onChange }: Props) => (
  <div className={css['settings']}>
    <Field required label={t('Title')} error={faultText(faults, 'name')}>
      <TextInput value={divider.title} onValue={(title) => onChange({ ...divider, title })} />
    </Field>
    <Field label={t('Description')}>
      <TextArea rows={3} value={divider.description} onValue={(description) => onChange({ ...divider, description })} />
    </Field>
  </div>
)
