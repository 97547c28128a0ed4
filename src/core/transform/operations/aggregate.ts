import { z } from 'zod'
import { aggregateColumn, aggregates, measuresOf } from '../aggregator.ts'
import { columnsNamed, flatLevel, type Frame } from '../frame.ts'
import { groupRows } from '../group.ts'
import { needColumns, operation, TransformError } from '../operation.ts'

/** The columns of the names, each the first of its name. */
export const keyColumns = (frame: Frame, names: string[]) =>
  names.map((name) => columnsNamed(frame, name)[0]?.data).filter((column) => column !== undefined)

export const aggregate = operation(
  'aggregate',
  z.object({ groupby: z.array(z.string()), aggregates }),
  (frame, { groupby, aggregates: wanted }) => {
    needColumns(frame, groupby)
    const measures = measuresOf(frame, wanted)
    if (measures.length === 0) throw new TransformError('Must provide at least one aggregate')
    const groups = groupRows(keyColumns(frame, groupby), frame.rowCount)
    return {
      rowCount: groups.count,
      levels: [flatLevel],
      columns: [
        ...groups.keys.map((data, i) => ({ path: [groupby[i] ?? ''], data })),
        ...measures.map((measure) => ({ path: [measure.name], data: aggregateColumn(measure, groups) })),
      ],
      index: [],
      firstRow: 0,
    }
  },
)
