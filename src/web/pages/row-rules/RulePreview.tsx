import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowRulePreview as Asked } from '#api/bodies/row-rule.ts'
import { rowRulePreview } from '#api/row-rule.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { searchUsers } from '../../lists/people/searches.ts'
import { RecordsField, type NamedRecord } from '../../forms/RecordsField.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Picker } from '../../ui/choice/Picker.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { Table } from '../../ui/table/Table.tsx'
import { Field } from '../../ui/text/Field.tsx'
import css from './RulePreview.module.css'

type Props = { tables: readonly NamedRecord[]; rule: NonNullable<Asked['rule']> }

const shown = (value: unknown): string => (value === null || value === undefined ? '–' : String(value))

/** As this person, these rows of this table: with the rule as the form holds it. */
export const RulePreview = ({ tables, rule }: Props) => {
  const [person, setPerson] = useState<NamedRecord[]>([])
  const [chosen, setChosen] = useState<number | null>(null)
  const dataset = tables.find(({ id }) => id === chosen) ?? tables[0]
  const [user] = person
  const preview = useMutation({
    mutationFn: async (body: Asked) => (await call(rowRulePreview, { body })).result,
  })
  const ask = () => {
    if (user && dataset) preview.mutate({ user: user.id, dataset: dataset.id, rule })
  }
  return (
    <section className={css['preview']} aria-label={t('Preview')}>
      <h3>{t('Preview')}</h3>
      <div className={css['tools']}>
        <Field label={t('As this person')}>
          <RecordsField label={t('As this person')} records={person} onChange={(all) => setPerson(all.slice(-1))} search={searchUsers} />
        </Field>
        <Field label={t('Rows of')}>
          <Picker
            label={t('Rows of')}
            value={dataset?.id ?? null}
            placeholder={t('Choose a dataset')}
            disabled={tables.length === 0}
            options={tables.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        </Field>
        <Button busy={preview.isPending} disabled={!user || !dataset} onClick={ask}>
          {t('Show rows')}
        </Button>
      </div>
      {preview.error && <ErrorState title={t('The rule cannot be applied')} text={errorText(preview.error)} />}
      {preview.data && <Result {...preview.data} />}
    </section>
  )
}

type Answer = { can_read: boolean; clauses: string[]; columns: string[]; rows: Record<string, unknown>[]; count: number; total: number }

const Result = ({ can_read, clauses, columns, rows, count, total }: Answer) => {
  if (!can_read) return <EmptyState title={t('This person may not read this dataset')} text={t('No role of theirs grants it.')} />
  const numbers = { count: count.toLocaleString(t.locale), total: total.toLocaleString(t.locale) }
  return (
    <>
      <p role="status" className={css['sum']}>
        {clauses.length > 0
          ? t('%(count)s of %(total)s rows, where %(clauses)s', { ...numbers, clauses: clauses.join(t(' and ')) })
          : t('All %(total)s rows: no rule binds this person.', numbers)}
      </p>
      {rows.length > 0 && (
        <div className={css['rows']}>
          <Table
            label={t('Rows')}
            columns={columns.map((key) => ({ key, head: key, content: 120 }))}
            rowCount={rows.length}
            cell={(row, { key }) => shown(rows[row]?.[key])}
          />
        </div>
      )}
    </>
  )
}
