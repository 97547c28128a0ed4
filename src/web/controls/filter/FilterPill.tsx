import type { DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { filterLabel } from '#core/query/adhoc-filter.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { isTimeFilter } from '#core/query/filter-operators.ts'
import { columnLabel } from '#core/query/labels.ts'
import { useSurface } from '../control-props.ts'
import { filterEditor } from '../editors.ts'
import type { Dragged } from '../field/drag.ts'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { columnKind, columnName, metricName } from '../field/kind.ts'
import { metricOfFilter } from './having.ts'
import { EditedPill } from '../pills/EditedPill.tsx'
import { guessFrame } from '#core/time/range/frame.ts'
import { useResolvedRange } from '../time-range/resolved.ts'
import { timeRangeSize } from '../time-range/size.ts'
import { filterNote } from '#core/query/filter-words.ts'

type Props = {
  filter: AdhocFilter
  dataset: DatasetFacts | null
  open: boolean
  onOpen: (open: boolean) => void
  onFilter: (filter: AdhocFilter) => void
  onRemove: () => void
  onCancel: (before: AdhocFilter) => void
  dragged: Dragged
  index: number
}

/** A filter in a control; its editor opens below it. */
export const FilterPill = ({ filter, dataset, open, onOpen, onFilter, onRemove, onCancel, dragged, index }: Props) => {
  const { distinct } = useSurface()
  const isReady = filterEditor.useReady(open)
  const isSql = filter.expressionType === 'SQL'
  const metric = isSql ? metricOfFilter(filter, dataset) : null
  const name = filter.subject ? columnLabel(filter.subject) : ''
  const values = ownValue(distinct, name)
  const facts = dataset?.columns.find((column) => column.column_name === name)
  const range = isTimeFilter(filter) ? String(filter.comparator ?? '') : ''
  const isMoving = range !== '' && ['custom', 'advanced'].includes(guessFrame(range))
  const resolved = useResolvedRange(range, isMoving)
  const note = filterNote(metric ? { ...filter, expressionType: 'SIMPLE' } : filter, t, {
    ...(values !== undefined && { values }),
    resolved: resolved.data?.range ?? null,
  })
  const isUnknown = !isSql && name !== '' && dataset !== null && !facts
  return (
    <EditedPill
      icon={<FieldIcon kind={metric ? 'metric' : isSql ? 'sql' : facts ? columnKind(facts) : 'text'} />}
      name={
        metric ? metricName(metric) : isSql ? filterLabel(filter) || t('Custom SQL') : facts ? columnName(facts) : name || t('New filter')
      }
      note={name === '' && !isSql ? '' : note}
      warning={
        filter.isExtra
          ? t("This filter was inherited from the dashboard's context. It won't be saved when saving the chart.")
          : isUnknown
            ? t('This filter might be incompatible with current dataset')
            : null
      }
      onRemove={onRemove}
      dragged={dragged}
      index={index}
      value={filter}
      open={open}
      onOpen={onOpen}
      onCancel={onCancel}
      label={t('Filter')}
      {...(isTimeFilter(filter) ? timeRangeSize : { height: 408 })}
      isReady={isReady}
      renderEditor={(cancel) => (
        <filterEditor.Part
          filter={filter}
          dataset={dataset}
          onFilter={onFilter}
          onRemove={onRemove}
          onSave={() => onOpen(false)}
          onClose={cancel}
        />
      )}
    />
  )
}
