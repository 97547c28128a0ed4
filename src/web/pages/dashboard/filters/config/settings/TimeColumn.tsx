import { FieldIcon } from '../../../../../controls/field/FieldIcon.tsx'
import { columnKind, columnName } from '../../../../../controls/field/kind.ts'
import { t } from '#core/i18n/t.ts'
import { Picker } from '../../../../../ui/choice/Picker.tsx'
import { Field } from '../../../../../ui/text/Field.tsx'
import type { FilterDataset } from '../data/use-filter-datasets.ts'
import type { SectionProps } from './FilterSettings.tsx'
import css from './Settings.module.css'

/** The column of the time range under which the values of the filter are looked up. */
export const TimeColumn = ({ filter, columns, onChange }: SectionProps & { columns: FilterDataset['columns'] }) => (
  <div className={css['section']}>
    <Field label={t('Time column')}>
      <Picker
        label={t('Time column')}
        value={filter.granularity_sqla}
        placeholder={t('Choose a column')}
        options={columns.map((column) => ({
          value: column.column_name,
          label: columnName(column),
          icon: <FieldIcon kind={columnKind(column)} />,
        }))}
        onChange={(granularity_sqla) => onChange({ ...filter, granularity_sqla })}
      />
    </Field>
  </div>
)
