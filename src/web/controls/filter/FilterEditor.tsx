import { useState } from 'react'
import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { isValidFilter } from '#core/query/adhoc-filter.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { operatorId, operatorOf } from '#core/query/filter-operators.ts'
import type { OperatorId } from '#core/query/filter-operators.ts'
import { columnLabel } from '#core/query/labels.ts'
import { Button } from '../../ui/button/Button.tsx'
import { lazyPart } from '../../lazy/lazy-part.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { useSurface } from '../control-props.ts'
import { offeredColumns } from '../field/FieldChoice.tsx'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { columnName, dataKind, metricName } from '../field/kind.ts'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import { Condition } from './Condition.tsx'
import css from './Filter.module.css'
import { latestPartitionFilter, newFilter, plainFilter, sameFilter, toSqlFilter, withOperatorId, withSubject } from './filter-draft.ts'
import { groupFilter, groupFrom, groupOfFilter } from './group.ts'
import { metricFilter, metricOfFilter } from './having.ts'
import { MetricCondition } from './MetricCondition.tsx'
import { havingIds, offeredOperators } from './offered-operators.ts'
import { SqlCondition } from './SqlCondition.tsx'
import { useAdvancedType } from './use-advanced-type.ts'
import { usePartition } from './use-partition.ts'

type Props = {
  filter: AdhocFilter
  dataset: DatasetFacts | null
  /** Takes every filter that is valid, for the preview. */
  onFilter: (filter: AdhocFilter) => void
  onRemove: () => void
  onSave: () => void
  /** Takes the preview back. */
  onClose: () => void
}

const GroupCondition = lazyPart(async () => (await import('./GroupCondition.tsx')).GroupCondition)

type Kind = 'simple' | 'group' | 'sql'

const metricPrefix = 'metric '

/** A filter: a column or a metric with operator and value, several such conditions, or SQL. */
export const FilterEditor = ({ filter: given, dataset, onFilter, onRemove, onSave, onClose }: Props) => {
  const { defaultTimeRange, backend, table } = useSurface()
  const partition = usePartition(table)
  const [before] = useState(given)
  const [filter, setFilter] = useState<AdhocFilter>(given)
  const columns = offeredColumns(dataset, 'any', 'filter')
  const metrics = dataset?.metrics ?? []
  const subject = filter.subject ? columnLabel(filter.subject) : null
  const metric = metricOfFilter(filter, dataset)
  const group = groupOfFilter(filter, { columns, backend })
  const column = metric ? undefined : columns.find((candidate) => candidate.column_name === subject)
  const id = operatorId(filter)
  const advanced = useAdvancedType(column?.advanced_data_type, filter.comparator)
  const kind: Kind = group ? 'group' : filter.expressionType === 'SQL' && !metric ? 'sql' : 'simple'
  const [showsHead, setShowsHead] = useState(kind !== 'simple' || !column || id !== 'TEMPORAL_RANGE')
  const canSave = isValidFilter(filter) && !advanced?.error && (before.isNew === true || !sameFilter(filter, before))
  const foot = { onRemove, onClose, onSave, canSave }
  const change = (next: AdhocFilter) => {
    setFilter(next)
    if (isValidFilter(next)) onFilter(next)
  }
  const { filterOptionName } = filter
  const choose = (name: string) => {
    const chosenMetric = metrics.find((candidate) => `${metricPrefix}${candidate.metric_name}` === name)
    const keptId = havingIds.find((one) => metric && one === id)
    if (chosenMetric)
      return change(metricFilter(chosenMetric, keptId, { name: filterOptionName, ...(metric && { value: filter.comparator }) }))
    const next = columns.find((candidate) => candidate.column_name === name)
    if (!next) return
    change(subject && !metric ? withSubject(filter, next, column) : { ...newFilter(next, defaultTimeRange), filterOptionName })
  }
  const open = (next: Kind) => {
    if (next === 'sql') return setFilter(metric ? { ...filter, subject: null } : toSqlFilter(filter, backend))
    if (next === 'group') return setFilter(groupFilter(groupFrom(filter), { columns, backend }, filterOptionName))
    const first = group?.filters.find((one) => one.subject) ?? (given.expressionType === 'SQL' && !metric ? plainFilter({}) : given)
    setFilter({ ...first, filterOptionName })
  }
  const iconOf = (name: unknown) => {
    if (String(name).startsWith(metricPrefix)) return <FieldIcon kind="metric" />
    const candidate = columns.find((one) => one.column_name === name)
    return candidate ? <FieldIcon kind={dataKind(candidate)} /> : null
  }
  const operators = metric
    ? havingIds.map(operatorOf)
    : column &&
      offeredOperators({ column, isPartition: partition?.column === column.column_name, clause: filter.clause ?? null }).filter(
        (operator) =>
          operator.id === id || (operator.id !== 'TEMPORAL_RANGE' && (!advanced?.operators || advanced.operators.includes(operator.id))),
      )
  const chooseOperator = (next: OperatorId) => {
    if (metric) change(metricFilter(metric, next, { value: filter.comparator, name: filterOptionName }))
    else if (next === 'LATEST_PARTITION' && partition) change(latestPartitionFilter(filter, partition, backend))
    else change(withOperatorId(filter, next))
  }
  const similar = subject === null ? undefined : columns.find((one) => one.column_name.toLowerCase() === subject.toLowerCase())
  return (
    <>
      {showsHead && (
        <div className={css['head']}>
          {kind === 'simple' && (
            <ChoiceButton
              className={css['subject'] ?? ''}
              choices={[
                ...columns.map((candidate) => ({ value: candidate.column_name, label: columnName(candidate) })),
                ...metrics.map((one) => ({ value: `${metricPrefix}${one.metric_name}`, label: metricName(one) })),
              ]}
              value={metric ? `${metricPrefix}${metric.metric_name}` : (column?.column_name ?? null)}
              onChange={(name) => choose(String(name))}
              label={t('Column')}
              placeholder={t('Choose a column')}
              empty={t('No such column found. To filter on a metric, try the Custom SQL tab.')}
              renderIcon={({ value }) => iconOf(value)}
              width={280}
            />
          )}
          {kind === 'simple' && operators && (
            <ChoiceButton
              className={css['operator'] ?? ''}
              choices={operators.map((operator) => ({ value: operator.id, label: operator.words }))}
              value={id}
              onChange={(next) => chooseOperator(next as OperatorId)}
              label={t('Operator')}
              width={200}
            />
          )}
          <span className={css['space']} />
          <Segmented
            label={t('Kind of filter')}
            options={[
              { key: 'simple', label: t('Simple') },
              { key: 'group', label: t('And/or') },
              { key: 'sql', label: t('Custom SQL') },
            ]}
            value={kind}
            onChange={open}
          />
        </div>
      )}
      {kind === 'sql' ? (
        <SqlCondition
          filter={filter}
          dataset={dataset}
          onDraft={setFilter}
          onReady={(ready) => {
            if (isValidFilter(ready) && (ready.sqlExpression !== given.sqlExpression || ready.clause !== given.clause)) onFilter(ready)
          }}
          foot={foot}
        />
      ) : group ? (
        <GroupCondition
          group={group}
          columns={columns}
          onGroup={(next) => change(groupFilter(next, { columns, backend }, filterOptionName))}
          foot={foot}
        />
      ) : metric && id ? (
        <MetricCondition
          value={filter.comparator}
          onValue={(value) => change(metricFilter(metric, id, { value, name: filterOptionName }))}
          foot={foot}
        />
      ) : column && id ? (
        <Condition
          key={`${column.column_name} ${id}`}
          filter={filter}
          id={id}
          column={column}
          onFilter={change}
          advanced={advanced}
          foot={foot}
          onMore={() => setShowsHead(true)}
        />
      ) : (
        <>
          {similar ? (
            <p className={css['note']}>
              {t('“%(name)s” is not in this dataset, but “%(other)s” is.', { name: subject ?? '', other: similar.column_name })}{' '}
              <Button kind="link" onClick={() => change({ ...filter, subject: similar.column_name })}>
                {t('Use “%(text)s”', { text: similar.column_name })}
              </Button>
            </p>
          ) : (
            <p className={css['note']}>{t('To filter on a metric, use Custom SQL tab.')}</p>
          )}
          <EditorFoot {...foot} canSave={false} />
        </>
      )}
    </>
  )
}
