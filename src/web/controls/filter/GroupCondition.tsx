import { Plus, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { t } from '#core/i18n/t.ts'
import { operatorId, operatorOf } from '#core/query/filter-operators.ts'
import type { OperatorId } from '#core/query/filter-operators.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { columnLabel } from '#core/query/labels.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { splitPasted } from '../choice/match.ts'
import { columnName, dataKind } from '../field/kind.ts'
import type { ColumnFacts } from '../field/kind.ts'
import { useDraft } from '../input/use-draft.ts'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import css from './Filter.module.css'
import { newFilter, plainFilter, readValue, withOperatorId } from './filter-draft.ts'
import { isGroupOperator, valuesText } from './group.ts'
import type { FilterGroup } from './group.ts'
import { offeredOperators } from './offered-operators.ts'

type Props = {
  group: FilterGroup
  columns: ColumnFacts[]
  onGroup: (group: FilterGroup) => void
  foot: ComponentProps<typeof EditorFoot>
}

/** Several conditions of which any or all must hold. */
export const GroupCondition = ({ group, columns, onGroup, foot }: Props) => {
  const { filters } = group
  return (
    <>
      <div className={css['group']} data-grows>
        <Segmented
          dense
          label={t('How the conditions are joined')}
          options={[
            { key: 'OR', label: t('Any is true') },
            { key: 'AND', label: t('All are true') },
          ]}
          value={group.operator}
          onChange={(operator) => onGroup({ ...group, operator })}
        />
        {filters.map((filter, i) => (
          <Row
            key={filter.filterOptionName ?? i}
            filter={filter}
            columns={columns}
            onFilter={(next) => onGroup({ ...group, filters: filters.with(i, next) })}
            onRemove={filters.length > 1 ? () => onGroup({ ...group, filters: filters.toSpliced(i, 1) }) : undefined}
          />
        ))}
        <Button kind="quiet" icon={<Plus />} onClick={() => onGroup({ ...group, filters: [...filters, plainFilter({})] })}>
          {t('Add a condition')}
        </Button>
      </div>
      <EditorFoot {...foot} />
    </>
  )
}

type RowProps = {
  filter: AdhocFilter
  columns: ColumnFacts[]
  onFilter: (filter: AdhocFilter) => void
  onRemove: (() => void) | undefined
}

const Row = ({ filter, columns, onFilter, onRemove }: RowProps) => {
  const column = columns.find((candidate) => filter.subject && candidate.column_name === columnLabel(filter.subject))
  const id = operatorId(filter)
  const choose = (name: unknown) => {
    const next = columns.find((candidate) => candidate.column_name === name)
    if (!next) return
    const started = { ...newFilter(next), filterOptionName: filter.filterOptionName }
    onFilter(dataKind(next) === 'time' ? withOperatorId({ ...started, comparator: null }, 'GREATER_THAN_OR_EQUAL') : started)
  }
  return (
    <div className={css['condition']}>
      <ChoiceButton
        choices={columns.map((candidate) => ({ value: candidate.column_name, label: columnName(candidate) }))}
        value={column?.column_name ?? null}
        onChange={choose}
        label={t('Column')}
        placeholder={t('Choose a column')}
        width={240}
      />
      {column && id ? (
        <ChoiceButton
          choices={offeredOperators({ column })
            .filter((operator) => isGroupOperator(operator.id))
            .map((operator) => ({ value: operator.id, label: operator.words }))}
          value={id}
          onChange={(next) => onFilter(withOperatorId(filter, next as OperatorId))}
          label={t('Operator')}
          width={200}
        />
      ) : (
        <span />
      )}
      {column && id && operatorOf(id).takes !== 'none' ? <ValueInput {...{ filter, id, column, onFilter }} /> : <span />}
      {onRemove ? <IconButton dense label={t('Remove the condition')} icon={<X />} onClick={onRemove} /> : <span />}
    </div>
  )
}

type ValueProps = { filter: AdhocFilter; id: OperatorId; column: ColumnFacts; onFilter: (filter: AdhocFilter) => void }

const ValueInput = ({ filter, id, column, onFilter }: ValueProps) => {
  const isMany = operatorOf(id).takes === 'many'
  const kind = dataKind(column)
  const draft = useDraft(valuesText(filter), (text) => {
    const values = (isMany ? splitPasted(text) : [text]).filter((one) => one.trim() !== '').map((one) => readValue(one, kind))
    onFilter({ ...filter, comparator: isMany ? values : (values[0] ?? null) })
  })
  return (
    <TextInput
      aria-label={t('Value')}
      placeholder={isMany ? t('Values, separated by commas') : t('Filter value (case sensitive)')}
      {...draft}
    />
  )
}
