import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DatasetFacts } from '#charts/chart.ts'
import { t } from '#core/i18n/t.ts'
import { isValidFilter } from '#core/query/adhoc-filter.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { columnLabel } from '#core/query/labels.ts'
import { asList } from '#core/query/read.ts'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { useSurface } from '../control-props.ts'
import { offeredColumns } from '../field/FieldChoice.tsx'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { columnName, dataKind } from '../field/kind.ts'
import type { ColumnFacts } from '../field/kind.ts'
import { LazySqlEditor } from '../sql/LazySqlEditor.tsx'
import { sqlFields } from '../sql/sql-fields.ts'
import { sqlState } from '../sql/sql-state.ts'
import { sqlStateText } from '../sql/sql-words.ts'
import { TimeRangeEditor } from '../time-range/TimeRangeEditor.tsx'
import { useDraft } from '../use-draft.ts'
import css from './Filter.module.css'
import { newFilter, readValue, toSqlFilter, withOperatorId, withSubject } from './filter-draft.ts'
import { offeredOperators, operatorId, operatorOf } from './operators.ts'
import type { OperatorId } from './operators.ts'
import { ValueList } from './ValueList.tsx'

type Props = {
  filter: AdhocFilter
  dataset: DatasetFacts | null
  /** The partition column of the table, where it has exactly one. */
  partitionColumn?: string | null
  /** Takes every filter that is valid. */
  onFilter: (filter: AdhocFilter) => void
  onRemove: () => void
  onDone: () => void
}

const subjectName = (filter: AdhocFilter) => (filter.subject ? columnLabel(filter.subject) : null)

export const FilterEditor = ({ filter: given, dataset, partitionColumn = null, onFilter, onRemove, onDone }: Props) => {
  const { defaultTimeRange } = useSurface()
  const [filter, setFilter] = useState<AdhocFilter>(given)
  const columns = offeredColumns(dataset, 'any', 'filter')
  const column = columns.find((candidate) => candidate.column_name === subjectName(filter))
  const isSql = filter.expressionType === 'SQL'
  const change = (next: AdhocFilter) => {
    setFilter(next)
    const isReady = next.expressionType !== 'SQL' || sqlState(next.sqlExpression ?? '').kind === 'ready'
    if (isValidFilter(next) && isReady) onFilter(next)
  }
  const id = operatorId(filter)
  return (
    <>
      <div className={css['head']}>
        {!isSql && (
          <>
            <ChoiceButton
              className={css['subject'] ?? ''}
              choices={columns.map((candidate) => ({ value: candidate.column_name, label: columnName(candidate) }))}
              value={column?.column_name ?? null}
              onChange={(name) => {
                const next = columns.find((candidate) => candidate.column_name === name)
                if (next)
                  change(
                    filter.subject
                      ? withSubject(filter, next, column)
                      : { ...newFilter(next, defaultTimeRange), filterOptionName: filter.filterOptionName },
                  )
              }}
              label={t('Column')}
              placeholder="Choose a column"
              renderIcon={({ value }) => {
                const candidate = columns.find((one) => one.column_name === value)
                return candidate ? <FieldIcon kind={dataKind(candidate)} /> : null
              }}
              width={280}
            />
            {column && (
              <ChoiceButton
                className={css['operator'] ?? ''}
                choices={offeredOperators({
                  column,
                  isPartition: partitionColumn === column.column_name,
                  clause: filter.clause ?? null,
                }).map((operator) => ({
                  value: operator.id,
                  label: operator.words,
                }))}
                value={id}
                onChange={(next) => change(withOperatorId(filter, next as OperatorId))}
                label={t('Operator')}
                width={200}
              />
            )}
          </>
        )}
        <span className={css['space']} />
        <Segmented
          label={t('Kind of filter')}
          options={[
            { key: 'simple', label: t('Simple') },
            { key: 'sql', label: t('Custom SQL') },
          ]}
          value={isSql ? 'sql' : 'simple'}
          onChange={(kind) =>
            kind === 'sql' ? setFilter(toSqlFilter(filter, null)) : setFilter({ ...given, expressionType: 'SIMPLE', sqlExpression: null })
          }
        />
      </div>
      {isSql ? (
        <SqlCondition filter={filter} dataset={dataset} onFilter={change} onDone={onDone} />
      ) : column && id ? (
        <Condition
          key={`${column.column_name} ${id}`}
          filter={filter}
          id={id}
          column={column}
          onFilter={change}
          onDone={onDone}
          onRemove={onRemove}
        />
      ) : (
        <p className={css['note']}>{t('To filter on a metric, use Custom SQL tab.')}</p>
      )}
      {(isSql || !column || id !== 'TEMPORAL_RANGE') && !(column && id && operatorOf(id).takes === 'many' && !isSql) && (
        <Foot onRemove={onRemove} onDone={onDone} isValid={isValidFilter(filter)} />
      )}
    </>
  )
}

const Foot = ({ note, onRemove, onDone, isValid }: { note?: string; onRemove: () => void; onDone: () => void; isValid: boolean }) => (
  <footer className={css['foot']}>
    <span className="tabular">{note}</span>
    <Button kind="quiet" icon={<Trash2 />} onClick={onRemove}>
      {t('Remove')}
    </Button>
    <Button kind="primary" disabled={!isValid} onClick={onDone}>
      {t('Done')}
    </Button>
  </footer>
)

type ConditionProps = {
  filter: AdhocFilter
  id: OperatorId
  column: ColumnFacts
  onFilter: (filter: AdhocFilter) => void
  onDone: () => void
  onRemove: () => void
}

const Condition = ({ filter, id, column, onFilter, onDone, onRemove }: ConditionProps) => {
  const { takes } = operatorOf(id)
  const [counts, setCounts] = useState<{ chosen: number | null; rows: number | null }>({ chosen: null, rows: null })
  const kind = dataKind(column)
  const [low, draft] = [
    String(filter.comparator ?? ''),
    useDraft(
      takes === 'one' ? String(filter.comparator ?? '') : '',
      (text) => onFilter({ ...filter, comparator: text === '' ? null : readValue(text, kind) }),
      500,
    ),
  ]
  if (takes === 'range')
    return (
      <TimeRangeEditor
        value={low}
        column={column.column_name}
        onChange={(comparator) => onFilter({ ...filter, comparator })}
        onDone={onDone}
        onRemove={onRemove}
      />
    )
  if (takes === 'none')
    return (
      <p className={css['note']} style={{ paddingBottom: 12 }}>
        {t('Takes no value.')}
      </p>
    )
  if (takes === 'one')
    return (
      <div className={css['one']}>
        <TextInput data-autofocus aria-label={t('Value')} placeholder={t('Filter value (case sensitive)')} {...draft} />
      </div>
    )
  const note =
    counts.chosen !== null && counts.rows !== null
      ? t('%(chosen)s of %(rows)s rows', { chosen: counts.chosen.toLocaleString(t.locale), rows: counts.rows.toLocaleString(t.locale) })
      : t.plural(asList(filter.comparator).length, '%(count)s value', '%(count)s values')
  return (
    <>
      <ValueList
        column={column.column_name}
        kind={kind}
        chosen={asList(filter.comparator)}
        excludes={id === 'NOT_IN'}
        onChosen={(comparator) => onFilter({ ...filter, comparator })}
        onCounts={setCounts}
      />
      <Foot note={note} onRemove={onRemove} onDone={onDone} isValid={isValidFilter(filter)} />
    </>
  )
}

const SqlCondition = ({ filter, dataset, onFilter, onDone }: Pick<Props, 'dataset' | 'onFilter' | 'onDone'> & { filter: AdhocFilter }) => {
  const { hints, backend } = useSurface()
  const state = sqlState(filter.sqlExpression ?? '')
  return (
    <div className={css['sql']}>
      <div className={css['clause']}>
        <Segmented
          dense
          label={t('Clause')}
          options={[
            { key: 'WHERE', label: 'WHERE' },
            { key: 'HAVING', label: 'HAVING' },
          ]}
          value={filter.clause === 'HAVING' ? 'HAVING' : 'WHERE'}
          onChange={(clause) => onFilter({ ...filter, clause })}
        />
        {filter.clause === 'HAVING' ? t('filters the grouped result') : t('filters rows before they are grouped')}
      </div>
      <LazySqlEditor
        value={filter.sqlExpression ?? ''}
        onChange={(sqlExpression) => onFilter({ ...filter, sqlExpression })}
        fields={sqlFields(dataset, hints, backend)}
        label={t('SQL of the filter')}
        height={160}
        onRun={onDone}
      />
      <span className={css['state']}>{sqlStateText(state, t)}</span>
    </div>
  )
}
