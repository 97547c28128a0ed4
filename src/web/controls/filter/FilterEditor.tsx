import { useState } from 'react'
import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { isValidFilter } from '#core/query/adhoc-filter.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { columnLabel } from '#core/query/labels.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { useSurface } from '../control-props.ts'
import { offeredColumns } from '../field/FieldChoice.tsx'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { columnName, dataKind } from '../field/kind.ts'
import { Condition } from './Condition.tsx'
import css from './Filter.module.css'
import { newFilter, toSqlFilter, withOperatorId, withSubject } from './filter-draft.ts'
import { sameFilter } from './filter-draft.ts'
import { operatorId } from '#core/query/filter-operators.ts'
import { offeredOperators } from './offered-operators.ts'
import type { OperatorId } from '#core/query/filter-operators.ts'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import { SqlCondition } from './SqlCondition.tsx'

type Props = {
  filter: AdhocFilter
  dataset: DatasetFacts | null
  /** The partition column of the table, where it has exactly one. */
  partitionColumn?: string | null
  /** Takes every filter that is valid. */
  onFilter: (filter: AdhocFilter) => void
  onRemove: () => void
  onSave: () => void
  /** Takes the preview back. */
  onClose: () => void
}

/** A filter: column, operator and value, or SQL. */
export const FilterEditor = ({ filter: given, dataset, partitionColumn = null, onFilter, onRemove, onSave, onClose }: Props) => {
  const { defaultTimeRange, backend } = useSurface()
  const [before] = useState(given)
  const [filter, setFilter] = useState<AdhocFilter>(given)
  const columns = offeredColumns(dataset, 'any', 'filter')
  const subject = filter.subject ? columnLabel(filter.subject) : null
  const column = columns.find((candidate) => candidate.column_name === subject)
  const id = operatorId(filter)
  const isSql = filter.expressionType === 'SQL'
  const [showsHead, setShowsHead] = useState(isSql || !column || id !== 'TEMPORAL_RANGE')
  const canSave = isValidFilter(filter) && (before.isNew === true || !sameFilter(filter, before))
  const foot = { onRemove, onClose, onSave, canSave }
  const change = (next: AdhocFilter) => {
    setFilter(next)
    if (isValidFilter(next)) onFilter(next)
  }
  const choose = (name: string) => {
    const next = columns.find((candidate) => candidate.column_name === name)
    if (!next) return
    change(
      subject ? withSubject(filter, next, column) : { ...newFilter(next, defaultTimeRange), filterOptionName: filter.filterOptionName },
    )
  }
  const iconOf = (name: unknown) => {
    const candidate = columns.find((one) => one.column_name === name)
    return candidate ? <FieldIcon kind={dataKind(candidate)} /> : null
  }
  return (
    <>
      {showsHead && (
        <div className={css['head']}>
          {!isSql && (
            <ChoiceButton
              className={css['subject'] ?? ''}
              choices={columns.map((candidate) => ({ value: candidate.column_name, label: columnName(candidate) }))}
              value={column?.column_name ?? null}
              onChange={(name) => choose(String(name))}
              label={t('Column')}
              placeholder={t('Choose a column')}
              renderIcon={({ value }) => iconOf(value)}
              width={280}
            />
          )}
          {!isSql && column && (
            <ChoiceButton
              className={css['operator'] ?? ''}
              choices={offeredOperators({ column, isPartition: partitionColumn === column.column_name, clause: filter.clause ?? null }).map(
                (operator) => ({ value: operator.id, label: operator.words }),
              )}
              value={id}
              onChange={(next) => change(withOperatorId(filter, next as OperatorId))}
              label={t('Operator')}
              width={200}
            />
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
              setFilter(kind === 'sql' ? toSqlFilter(filter, backend) : { ...given, expressionType: 'SIMPLE', sqlExpression: null })
            }
          />
        </div>
      )}
      {isSql ? (
        <SqlCondition
          filter={filter}
          dataset={dataset}
          onDraft={setFilter}
          onReady={(ready) => {
            if (isValidFilter(ready) && (ready.sqlExpression !== given.sqlExpression || ready.clause !== given.clause)) onFilter(ready)
          }}
          foot={foot}
        />
      ) : column && id ? (
        <Condition
          key={`${column.column_name} ${id}`}
          filter={filter}
          id={id}
          column={column}
          onFilter={change}
          foot={foot}
          onMore={() => setShowsHead(true)}
        />
      ) : (
        <>
          <p className={css['note']}>{t('To filter on a metric, use Custom SQL tab.')}</p>
          <EditorFoot {...foot} canSave={false} />
        </>
      )}
    </>
  )
}
