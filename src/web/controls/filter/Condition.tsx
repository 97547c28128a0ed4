import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { columnValues } from '#api/datasource.ts'
import { t } from '#core/i18n/t.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { asList } from '#core/query/read.ts'
import { call } from '../../data/call.ts'
import { cx } from '../../ui/cx.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { useSurface } from '../control-props.ts'
import { dataKind } from '../field/kind.ts'
import type { ColumnFacts } from '../field/kind.ts'
import { TimeRangeEditor } from '../time-range/TimeRangeEditor.tsx'
import { useDraft } from '../input/use-draft.ts'
import { Distribution } from './Distribution.tsx'
import css from './Filter.module.css'
import { readValue } from './filter-draft.ts'
import { EditorFoot } from '../pills/EditorFoot.tsx'
import { operatorOf } from '#core/query/filter-operators.ts'
import type { OperatorId } from '#core/query/filter-operators.ts'
import type { AdvancedValue } from './use-advanced-type.ts'
import { ValueList } from './ValueList.tsx'

type Props = {
  filter: AdhocFilter
  id: OperatorId
  column: ColumnFacts
  onFilter: (filter: AdhocFilter) => void
  /** What the column's advanced data type makes of the value. */
  advanced: AdvancedValue | null
  foot: Omit<ComponentProps<typeof EditorFoot>, 'note'>
  /** Shows column, operator and the way to SQL where they are folded away. */
  onMore: () => void
}

/** What the operator compares with: nothing, one value, several, or a range of time. */
export const Condition = (props: Props) => {
  const { filter, id, column, onFilter, foot, onMore } = props
  const { takes } = operatorOf(id)
  if (takes === 'many') return <ManyValues {...props} />
  if (takes === 'range')
    return (
      <TimeRangeEditor
        value={String(filter.comparator ?? '')}
        column={column.column_name}
        onChange={(comparator) => onFilter({ ...filter, comparator })}
        onApply={foot.onSave}
        onCancel={foot.onClose}
        onRemove={foot.onRemove}
        onMore={onMore}
      />
    )
  return (
    <>
      {takes === 'one' ? <OneValue {...props} /> : <p className={css['note']}>{t('Takes no value.')}</p>}
      <AdvancedNote advanced={props.advanced} />
      {takes === 'one' && dataKind(column) !== 'time' && <Distribution column={column} />}
      <EditorFoot {...foot} />
    </>
  )
}

const offersValues: OperatorId[] = ['EQUALS', 'NOT_EQUALS']

const OneValue = ({ filter, id, column, onFilter }: Props) => {
  const { datasource, offersValues: mayLookUp } = useSurface()
  const kind = dataKind(column)
  const set = (text: string) => onFilter({ ...filter, comparator: text === '' ? null : readValue(text, kind) })
  const draft = useDraft(String(filter.comparator ?? ''), set, { wait: 500 })
  const isListed = offersValues.includes(id) && mayLookUp && kind !== 'time'
  const values = useQuery({
    queryKey: ['listed-values', datasource, column.column_name],
    enabled: isListed,
    staleTime: 300_000,
    retry: false,
    queryFn: async ({ signal }) =>
      (await call(columnValues, { params: { type: datasource.type, id: Number(datasource.id), column: column.column_name } }, { signal }))
        .result,
  })
  return (
    <div className={css['one']}>
      {isListed ? (
        <ChoiceButton
          freeForm
          label={t('Value')}
          placeholder={t('Filter value (case sensitive)')}
          choices={(values.data ?? []).filter((value) => value !== null).map((value) => ({ value: String(value), label: String(value) }))}
          value={filter.comparator === null || filter.comparator === undefined ? null : String(filter.comparator)}
          onChange={(value) => set(String(value ?? ''))}
        />
      ) : (
        <TextInput data-autofocus aria-label={t('Value')} placeholder={t('Filter value (case sensitive)')} {...draft} />
      )}
    </div>
  )
}

/** How the value reads, or why it is none of its type. */
const AdvancedNote = ({ advanced }: Pick<Props, 'advanced'>) => {
  if (advanced?.error)
    return (
      <p role="alert" className={cx(css['note'], css['bad'])}>
        {advanced.error}
      </p>
    )
  return advanced?.display ? <p className={css['note']}>{advanced.display}</p> : null
}

const ManyValues = ({ filter, id, column, onFilter, advanced, foot }: Props) => {
  const [counts, setCounts] = useState<{ chosen: number | null; rows: number | null }>({ chosen: null, rows: null })
  const chosen = asList(filter.comparator)
  const note =
    counts.chosen !== null && counts.rows !== null
      ? t('%(chosen)s of %(rows)s rows', { chosen: counts.chosen.toLocaleString(t.locale), rows: counts.rows.toLocaleString(t.locale) })
      : t.plural(chosen.length, '%(count)s value', '%(count)s values')
  return (
    <>
      <ValueList
        column={column.column_name}
        kind={dataKind(column)}
        chosen={chosen}
        excludes={id === 'NOT_IN'}
        onChosen={(comparator) => onFilter({ ...filter, comparator })}
        onCounts={setCounts}
      />
      <AdvancedNote advanced={advanced} />
      {dataKind(column) === 'number' && <Distribution column={column} />}
      <EditorFoot {...foot} note={note} />
    </>
  )
}
