import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newRowRule } from '#api/bodies/row-rule.ts'
import { rowRuleCreate, rowRuleGet, rowRuleList, rowRuleUpdate } from '#api/row-rule.ts'
import { t } from '#core/i18n/t.ts'
import { call, callRecord } from '../../data/call.ts'
import { emptyText } from '../../forms/field-text.ts'
import { AreaField, FormField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { LoadingSheet } from '../../forms/LoadingSheet.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { RecordsField, type NamedRecord } from '../../forms/RecordsField.tsx'
import { filterTypeHint, FilterTypeField, rolesLabel } from '../../lists/people/FilterTypeField.tsx'
import { searchRelatedRoles, searchRuleDatasets } from '../../lists/people/searches.ts'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { say } from '../../ui/feedback/toast.ts'
import { clauseFault } from './clause-fault.ts'
import { RulePreview } from './RulePreview.tsx'
import type { RowRuleRow } from './row-rules-config.tsx'

type Props = { rule: RowRuleRow | null; onClose: () => void }

const columns = [
  'name',
  'description',
  'filter_type',
  'tables.id',
  'tables.table_name',
  'roles.id',
  'roles.name',
  'group_key',
  'clause',
] as const

type Values = {
  name: string
  filter_type: 'Regular' | 'Base'
  tables: NamedRecord[]
  roles: NamedRecord[]
  group_key: string
  clause: string
  description: string
}

const width = 640

const titleOf = (rule: Props['rule']) => (rule ? t('Edit rule') : t('New rule'))

const empty: Values = { name: '', filter_type: 'Regular', tables: [], roles: [], group_key: '', clause: '', description: '' }

/** A new or existing rule, with a preview of what a person would read. */
export const RowRuleSheet = ({ rule, onClose }: Props) => {
  const { data, error, refetch } = useQuery({
    queryKey: [rowRuleGet.path, rule?.id],
    queryFn: async ({ signal }) => (await callRecord(rowRuleGet, { params: { pk: rule?.id ?? 0 }, columns }, { signal })).data.result,
    enabled: rule !== null,
    gcTime: 0,
  })
  if (rule === null) return <Form rule={rule} start={empty} onClose={onClose} />
  if (data) {
    const { tables, group_key, description } = data
    const start: Values = {
      ...data,
      tables: tables.map(({ id, table_name }) => ({ id, name: table_name })),
      group_key: group_key ?? '',
      description: description ?? '',
    }
    return <Form rule={rule} start={start} onClose={onClose} />
  }
  return <LoadingSheet title={titleOf(rule)} width={width} error={error} onRetry={() => void refetch()} onClose={onClose} />
}

const bodyOf = ({ tables, roles, group_key, ...values }: Values) => ({
  ...values,
  tables: tables.map(({ id }) => id),
  roles: roles.map(({ id }) => id),
  group_key: group_key.trim() || null,
})

const Form = ({ rule, start, onClose }: Props & { start: Values }) => {
  const client = useQueryClient()
  const form = useEditForm({
    start,
    body: { of: bodyOf, schema: newRowRule },
    check: ({ name, clause, tables }) => [
      ...(name.trim() ? [] : [{ path: 'name', text: emptyText() }]),
      ...(clause.trim() ? [] : [{ path: 'clause', text: emptyText() }]),
      ...(tables.length > 0 ? [] : [{ path: 'tables', text: emptyText() }]),
    ],
    save: async (values) => {
      const fault = await clauseFault(values)
      if (fault) {
        form.setError('clause', { type: 'server', message: fault })
        form.setFocus('clause')
        return false
      }
      const body = bodyOf(values)
      await (rule ? call(rowRuleUpdate, { params: { pk: rule.id }, body }) : call(rowRuleCreate, { body }))
      return true
    },
    onSaved: async () => {
      say(t('Rule saved'), { kind: 'good' })
      onClose()
      await client.invalidateQueries({ queryKey: [rowRuleList.path] })
    },
    isNew: !rule,
  })
  const values = form.watch()
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !rule, noun: t.plural(1, 'rule', 'rules') })}
      id="row-rule"
      width={width}
      title={titleOf(rule)}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('Name')} required maxLength={255} />
      <FormField form={form} name="filter_type" label={t('Filter type')} hint={filterTypeHint(values.filter_type)}>
        {({ value, onValue }) => <FilterTypeField value={value} onChange={onValue} />}
      </FormField>
      <FormField form={form} name="tables" label={t('Datasets')} required>
        {({ value, onValue }) => <RecordsField label={t('Datasets')} records={value} onChange={onValue} search={searchRuleDatasets} />}
      </FormField>
      <FormField form={form} name="roles" label={rolesLabel(values.filter_type)}>
        {({ value, onValue }) => (
          <RecordsField label={rolesLabel(values.filter_type)} records={value} onChange={onValue} search={searchRelatedRoles} />
        )}
      </FormField>
      <AreaField
        form={form}
        name="clause"
        mono
        rows={3}
        spellCheck={false}
        required
        label={t('Clause')}
        hint={t("An SQL condition on the rows. Templates may use the person, such as region = '{{ current_user_attribute('region') }}'.")}
      />
      <TextField
        form={form}
        name="group_key"
        label={t('Group key')}
        hint={t('Of the rules of one group, one has to be met; of different groups, all.')}
      />
      <AreaField form={form} name="description" label={t('Description')} rows={2} />
      <RulePreview
        tables={values.tables}
        rule={{
          ...(rule && { id: rule.id }),
          filter_type: values.filter_type,
          tables: values.tables.map(({ id }) => id),
          roles: values.roles.map(({ id }) => id),
          clause: values.clause,
          group_key: values.group_key.trim() || null,
        }}
      />
    </FormSheet>
  )
}
