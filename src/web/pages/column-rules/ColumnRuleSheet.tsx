import { useQuery, useQueryClient } from '@tanstack/react-query'
import { columnRuleBody } from '#api/bodies/column-rule.ts'
import { columnRuleCreate, columnRuleList, columnRuleUpdate } from '#api/column-rule.ts'
import { datasetGet } from '#api/dataset.ts'
import { columnMasks, type ColumnMask } from '#core/access/column-rules.ts'
import { t } from '#core/i18n/t.ts'
import { call, callRecord } from '../../data/call.ts'
import { emptyText } from '../../forms/field-text.ts'
import { AreaField, FormField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { RecordsField, type NamedRecord } from '../../forms/RecordsField.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { filterTypeHint, FilterTypeField, rolesLabel } from '../../lists/people/FilterTypeField.tsx'
import { searchRelatedRoles, searchRuleDatasets } from '../../lists/people/searches.ts'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Combobox } from '../../ui/combobox/Combobox.tsx'
import { say } from '../../ui/feedback/toast.ts'
import type { ColumnRuleRow } from './column-rules-config.tsx'
import { maskTexts } from './masks.ts'

type Props = { rule: ColumnRuleRow | null; onClose: () => void }

type Values = {
  name: string
  dataset: NamedRecord[]
  columns: string[]
  mask: ColumnMask
  filter_type: 'Regular' | 'Base'
  roles: NamedRecord[]
  description: string
}

const width = 560

const empty: Values = { name: '', dataset: [], columns: [], mask: 'hidden', filter_type: 'Regular', roles: [], description: '' }

const valuesOf = ({ name, dataset, columns, mask, filter_type, roles, description }: ColumnRuleRow): Values => ({
  name,
  dataset: dataset ? [{ id: dataset.id, name: dataset.table_name }] : [],
  columns,
  mask,
  filter_type,
  roles,
  description: description ?? '',
})

const bodyOf = ({ dataset, roles, ...values }: Values) => ({
  ...values,
  dataset: dataset[0]?.id ?? 0,
  roles: roles.map(({ id }) => id),
})

/** The names of a dataset's physical columns. */
const useColumns = (dataset: number | undefined) =>
  useQuery({
    queryKey: [datasetGet.path, dataset, 'columns to mask'],
    queryFn: async ({ signal }) => {
      const columns = ['columns.column_name', 'columns.expression'] as const
      const { data } = await callRecord(datasetGet, { params: { idOrName: String(dataset ?? 0) }, columns }, { signal })
      return data.result.columns.flatMap(({ column_name, expression }) => (expression ? [] : [column_name]))
    },
    enabled: dataset !== undefined,
  })

/** A new or existing rule. */
export const ColumnRuleSheet = ({ rule, onClose }: Props) => {
  const client = useQueryClient()
  const form = useEditForm({
    start: rule ? valuesOf(rule) : empty,
    body: { of: bodyOf, schema: columnRuleBody },
    check: ({ name, dataset, columns }) => [
      ...(name.trim() ? [] : [{ path: 'name', text: emptyText() }]),
      ...(dataset.length > 0 ? [] : [{ path: 'dataset', text: emptyText() }]),
      ...(columns.length > 0 ? [] : [{ path: 'columns', text: emptyText() }]),
    ],
    save: async (values) => {
      const body = bodyOf(values)
      await (rule ? call(columnRuleUpdate, { params: { pk: rule.id }, body }) : call(columnRuleCreate, { body }))
      return true
    },
    onSaved: async () => {
      say(t('Rule saved'), { kind: 'good' })
      onClose()
      await client.invalidateQueries({ queryKey: [columnRuleList.path] })
    },
    isNew: !rule,
  })
  const { dataset, mask, filter_type: filterType } = form.watch()
  const columns = useColumns(dataset[0]?.id)
  const masks = maskTexts()
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !rule, noun: t.plural(1, 'rule', 'rules') })}
      id="column-rule"
      width={width}
      title={rule ? t('Edit rule') : t('New rule')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('Name')} required maxLength={255} />
      <FormField form={form} name="dataset" label={t('Dataset')} required>
        {({ value, onValue }) => (
          <RecordsField
            label={t('Dataset')}
            records={value}
            search={searchRuleDatasets}
            onChange={(chosen) => {
              // One dataset: the one chosen last, with columns of its own.
              onValue(chosen.slice(-1))
              form.setValue('columns', [], { shouldDirty: true })
            }}
          />
        )}
      </FormField>
      <FormField form={form} name="columns" label={t('Columns')} required>
        {({ value, onValue }) => (
          <Combobox
            multiple
            label={t('Columns')}
            disabled={dataset.length === 0}
            loading={columns.isFetching}
            options={[...new Set([...value, ...(columns.data ?? [])])].map((name) => ({ value: name, label: name }))}
            values={value}
            onChange={onValue}
          />
        )}
      </FormField>
      <FormField form={form} name="mask" label={t('Mask')} hint={masks[mask].hint}>
        {({ value, onValue }) => (
          <Segmented
            label={t('Mask')}
            value={value}
            onChange={onValue}
            options={columnMasks.map((key) => ({ key, label: masks[key].label }))}
          />
        )}
      </FormField>
      <FormField form={form} name="filter_type" label={t('Filter type')} hint={filterTypeHint(filterType)}>
        {({ value, onValue }) => <FilterTypeField value={value} onChange={onValue} />}
      </FormField>
      <FormField form={form} name="roles" label={rolesLabel(filterType)}>
        {({ value, onValue }) => (
          <RecordsField label={rolesLabel(filterType)} records={value} onChange={onValue} search={searchRelatedRoles} />
        )}
      </FormField>
      <AreaField form={form} name="description" label={t('Description')} rows={2} />
    </FormSheet>
  )
}
