import { t } from '#core/i18n/t.ts'
import { OwnersField } from '../lists/OwnersField.tsx'
import { Checkbox } from '../ui/choice/Checkbox.tsx'
import { Field } from '../ui/text/Field.tsx'
import { Picker } from '../ui/choice/Picker.tsx'
import { TextArea, TextInput } from '../ui/text/TextInput.tsx'
import type { DatasetDraft } from './draft.ts'
import { NotesFields } from './NotesFields.tsx'
import css from './DatasetSheet.module.css'

export const DatasetSettings = ({ draft, set }: { draft: DatasetDraft; set: (change: Partial<DatasetDraft>) => void }) => {
  const times = draft.columns.filter((column) => column.is_dttm)
  return (
    <div className={css['settings']}>
      <Field label={draft.isVirtual ? t('Dataset name') : t('Table')} required>
        <TextInput value={draft.table_name} maxLength={250} onValue={(table_name) => set({ table_name })} />
      </Field>
      <Field label={t('Default datetime')} hint={t('The time column that charts begin with.')}>
        <Picker
          label={t('Default datetime')}
          value={draft.main_dttm_col}
          options={[
            { value: '', label: t('None') },
            ...times.map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name })),
          ]}
          onChange={(main_dttm_col) => set({ main_dttm_col })}
        />
      </Field>
      {draft.isVirtual && (
        <div className={css['wide']}>
          <Field label={t('SQL')} required>
            <TextArea mono rows={10} spellCheck={false} value={draft.sql} onValue={(sql) => set({ sql })} />
          </Field>
        </div>
      )}
      <div className={css['wide']}>
        <Field label={t('Description')}>
          <TextArea rows={3} value={draft.description} onValue={(description) => set({ description })} />
        </Field>
      </div>
      <div className={css['wide']}>
        <Field label={t('Owners')}>
          <OwnersField tag="dataset" owners={draft.owners} onChange={(owners) => set({ owners })} />
        </Field>
      </div>
      <NotesFields notes={draft} set={set} />
      <div className={css['wide']}>
        <Field label={t('Warning')} hint={t('Shown wherever the dataset is chosen; Markdown.')}>
          <TextArea rows={2} value={draft.warning_markdown} onValue={(warning_markdown) => set({ warning_markdown })} />
        </Field>
      </div>
      <Field label={t('Cache timeout')} hint={t('Seconds; empty = as the database says, -1 = never kept.')}>
        <TextInput inputMode="numeric" value={draft.cache_timeout} onValue={(cache_timeout) => set({ cache_timeout })} />
      </Field>
      <Field label={t('Hours offset')} hint={t('Hours that times are moved by, negative or positive.')}>
        <TextInput inputMode="numeric" value={draft.offset} onValue={(offset) => set({ offset })} />
      </Field>
      <Field label={t('Default URL')} hint={t('Where the name in lists leads instead of explore.')}>
        <TextInput value={draft.default_endpoint} onValue={(default_endpoint) => set({ default_endpoint })} />
      </Field>
      <Field label={t('Values predicate')} hint={t('A WHERE clause for the values that filters offer.')}>
        <TextInput
          mono
          value={draft.fetch_values_predicate}
          maxLength={1000}
          onValue={(fetch_values_predicate) => set({ fetch_values_predicate })}
        />
      </Field>
      <div className={css['wide']}>
        <Field label={t('Template parameters')} hint={t('JSON that templates in SQL may use.')}>
          <TextArea
            mono
            rows={2}
            spellCheck={false}
            value={draft.template_params}
            onValue={(template_params) => set({ template_params })}
          />
        </Field>
      </div>
      <div className={css['switches']}>
        <Checkbox
          label={t('Filters offer the values of columns')}
          checked={draft.filter_select_enabled}
          onChange={(filter_select_enabled) => set({ filter_select_enabled })}
        >
          {t('Filters offer the values of columns')}
        </Checkbox>
        <Checkbox
          label={t('Always filter the main datetime column')}
          checked={draft.always_filter_main_dttm}
          onChange={(always_filter_main_dttm) => set({ always_filter_main_dttm })}
        >
          {t('Always filter the main datetime column')}
        </Checkbox>
        <Checkbox
          label={t('Normalize column names')}
          checked={draft.normalize_columns}
          onChange={(normalize_columns) => set({ normalize_columns })}
        >
          {t('Normalize column names')}
        </Checkbox>
      </div>
    </div>
  )
}
