import { ListFilter } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { rowsOf } from '#charts/shared/table/row-order.ts'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { cell, isNumeric, isTemporal } from '#core/table.ts'
import type { Column, Table as Data } from '#core/table.ts'
import { FieldIcon } from '../controls/field/FieldIcon.tsx'
import { contentWidth } from '../ui/table/columns/content-width.ts'
import { blockOf, type CellPlace, type CellRange } from '../ui/table/model/cell-range.ts'
import type { Sort } from '../ui/table/model/sort.ts'
import { Table } from '../ui/table/Table.tsx'
import { CellInspector } from './cells/CellInspector.tsx'
import { filteredRows, isUnary, type ColumnFilter, type Filters } from './column-filter.ts'
import { ColumnFilterFields } from './ColumnFilterFields.tsx'
import css from './DataGrid.module.css'
import { maxDistinct } from './column-statistics.ts'
import { cellFormatter, copyFormatter, drawnText, summaryOf, tabSeparatedCells } from './grid.ts'
import type { Summary } from './grid.ts'
import { rangeOf, sparklineWidth, summaryWidth } from './summary-width.ts'
import { StatisticsPopover, type WholeProfile } from './StatisticsPopover.tsx'
import { TimeFormatChoice } from './TimeFormatChoice.tsx'
import { useFoundRows } from './use-found-rows.ts'

/** Rows of the table, as they are shown, and columns. */
export type SelectedCells = { rows: Uint32Array; columns: string[] }

type Props = {
  table: Data
  label: string
  /** Key under which column widths are remembered. */
  id: string
  search: string
  /** Names of hidden columns. */
  hidden: ReadonlySet<string>
  /** Time columns shown unformatted. */
  raw: ReadonlySet<string>
  /** Shows numbers with all their digits. */
  exact?: boolean
  /** Switches a time column between formatted and original values; offered with its statistics. */
  onRaw?: (name: string) => void
  /** False where the rows are one page of many, and sorting them would mislead; true by default. */
  canSort?: boolean
  /** Colours of columns that are series of the chart. */
  colorOf?: (name: string) => string | undefined
  verboseNames: Record<string, string>
  /** Called with how many rows pass the search and the filters. */
  onFound?: (rows: number) => void
  /** Called with which cells are selected; null where no more than one is. */
  onSelected?: (cells: SelectedCells | null) => void
  whole?: WholeProfile
}

const noFilters: Filters = {}

const isActive = (filter: ColumnFilter | undefined): boolean =>
  filter !== undefined && (isUnary(filter.operator) || filter.value.trim() !== '')

/** Width in px of the type icon and the sort arrow in a header. */
const besideHead = 44

/** Cells whose texts are measured for the widths of the columns: up to 200 rows, and 10 where there are thousands of columns. */
const maxMeasuredCells = 20_000
const [minMeasuredRows, maxMeasuredRows] = [10, 200]

const measuredRows = ({ columns, rowCount }: Data): number =>
  Math.min(rowCount, maxMeasuredRows, Math.max(minMeasuredRows, Math.floor(maxMeasuredCells / columns.length)))

const firstTexts = function* (text: (row: number) => string, count: number) {
  for (let row = 0; row < count; row++) yield drawnText(text(row))
}

const kindOf = (column: Column) =>
  isTemporal(column) ? 'time' : isNumeric(column) ? 'number' : column.type === 'boolean' ? 'boolean' : 'text'

/**
 * A result table: sortable, searchable, with a summary below each header, which opens the statistics of its column and the filter by it.
 * Cells can be selected, copied, and opened as a whole.
 */
export const DataGrid = (props: Props) => {
  const {
    table,
    label,
    id,
    search,
    hidden,
    raw,
    canSort = true,
    exact = false,
    colorOf,
    verboseNames,
    whole,
    onRaw,
    onFound,
    onSelected,
  } = props
  const [sort, setSort] = useState<Sort | null>(null)
  const [opened, setOpened] = useState<{ name: string; anchor: HTMLElement } | null>(null)
  const columns = useMemo(() => table.columns.filter((column) => !hidden.has(column.name)), [table, hidden])
  const texts = useMemo(
    () => columns.map((column) => cellFormatter(column, { t, raw: raw.has(column.name), exact })),
    [columns, raw, exact],
  )
  const sorted = useMemo(
    () => rowsOf(table, { sort: sort && { column: sort.key, descending: sort.direction === 'desc' }, texts: [] }),
    [table, sort],
  )
  const [filters, setFilters] = useState(noFilters)
  const passing = useMemo(
    () =>
      filteredRows(
        sorted,
        filters,
        columns.map((column, i) => ({ column, text: texts[i] ?? String })),
      ),
    [sorted, filters, columns, texts],
  )
  const { rows, isSearching } = useFoundRows(passing, search, texts)
  const tellFound = useEffectEvent((count: number) => onFound?.(count))
  useEffect(() => tellFound(rows.length), [rows.length])
  const [range, setRange] = useState<CellRange | null>(null)
  const [inspected, setInspected] = useState<CellPlace | null>(null)
  const [selectedIn, setSelectedIn] = useState(rows)
  if (selectedIn !== rows) {
    setSelectedIn(rows)
    setRange(null)
  }
  const order = columns.map(({ name }) => name)
  const selectedCells = (from: CellRange | null): SelectedCells | null => {
    const block = from && blockOf(from, order)
    return block && { rows: rows.slice(block.first, block.last + 1), columns: block.columns }
  }
  const tellSelected = useEffectEvent((from: CellRange | null) => {
    const cells = selectedCells(from)
    onSelected?.(cells && cells.rows.length * cells.columns.length > 1 ? cells : null)
  })
  useEffect(() => tellSelected(range), [range])
  const summaries = useMemo(() => columns.map((column, i) => summaryOf(column, texts[i] ?? String, t)), [columns, texts])
  const contents = useMemo(
    () =>
      columns.map((column, i) =>
        contentWidth(ownValue(verboseNames, column.name) ?? column.name, firstTexts(texts[i] ?? String, measuredRows(table)), {
          beside: besideHead,
          least: summaryWidth(summaries[i]),
        }),
      ),
    [columns, texts, table, summaries, verboseNames],
  )
  const textOf = new Map(columns.map(({ name }, i) => [name, texts[i]]))
  const cellOf = (row: number, { key }: { key: string }) => {
    const text = drawnText(textOf.get(key)?.(rows[row] ?? 0) ?? '')
    const column = text === '' ? columns.find(({ name }) => name === key) : undefined
    // An empty text is a value.
    return column && cell(column, rows[row] ?? 0) === null ? <Missing /> : text
  }
  const nameOf = (column: Column) => ownValue(verboseNames, column.name) ?? column.name
  const copied = (): string => {
    const cells = selectedCells(range)
    if (!cells) return ''
    const copiedColumns = cells.columns.flatMap((name) => columns.find((column) => column.name === name) ?? [])
    return tabSeparatedCells(
      cells.rows,
      copiedColumns.map((column) => copyFormatter(column, { t, raw: raw.has(column.name) })),
    )
  }
  const inspectedColumn = columns.find(({ name }) => name === inspected?.column)
  const inspectedRow = inspected && rows[inspected.row]
  const openedAt = opened ? columns.findIndex(({ name }) => name === opened.name) : -1
  const openedColumn = columns[openedAt]
  return (
    <>
      <Table
        label={label}
        id={id}
        rowCount={rows.length}
        columns={columns.map((column, i) => ({
          key: column.name,
          name: nameOf(column),
          ...(contents[i] !== undefined && { content: contents[i] }),
          head: (
            <span className={css['head']}>
              <FieldIcon kind={kindOf(column)} />
              <span title={column.name}>{nameOf(column)}</span>
            </span>
          ),
          align: isNumeric(column) ? ('right' as const) : ('left' as const),
          isWords: kindOf(column) === 'text',
          summary: (
            <button
              type="button"
              className={css['summary']}
              aria-haspopup="dialog"
              aria-expanded={opened?.name === column.name}
              data-tip={t('Statistics and filter of %(name)s', { name: nameOf(column) })}
              onClick={({ currentTarget }) => setOpened({ name: column.name, anchor: currentTarget })}
            >
              {isActive(ownValue(filters, column.name)) && <ListFilter className={css['filtered']} aria-label={t('Filtered')} />}
              <SummaryCell summary={summaries[i] ?? { kind: 'none' }} color={colorOf?.(column.name)} />
            </button>
          ),
          ...(canSort && { sort: { key: column.name } }),
        }))}
        sorting={{ sort, onSort: setSort }}
        cell={cellOf}
        cells={{ range, onChange: setRange, onOpen: setInspected, text: copied }}
        placeholder={
          <p className={css['nothing']}>{isSearching ? t('Loading...') : table.rowCount === 0 ? t('No rows') : t('No rows match')}</p>
        }
      />
      {opened && openedColumn && (
        <StatisticsPopover
          key={opened.name}
          column={openedColumn}
          name={nameOf(openedColumn)}
          text={texts[openedAt] ?? String}
          whole={whole}
          filter={
            <>
              {onRaw && isTemporal(openedColumn) && <TimeFormatChoice isRaw={raw.has(opened.name)} onToggle={() => onRaw(opened.name)} />}
              <ColumnFilterFields
                column={openedColumn}
                name={nameOf(openedColumn)}
                filter={ownValue(filters, opened.name)}
                onChange={(filter) => setFilters({ ...filters, [opened.name]: filter })}
              />
            </>
          }
          anchor={opened.anchor}
          onClose={() => setOpened(null)}
        />
      )}
      {inspectedColumn && typeof inspectedRow === 'number' && (
        <CellInspector
          column={inspectedColumn}
          row={inspectedRow}
          name={nameOf(inspectedColumn)}
          text={textOf.get(inspectedColumn.name)?.(inspectedRow) ?? ''}
          onClose={() => setInspected(null)}
        />
      )}
    </>
  )
}

const Missing = () => <span className={css['missing']}>–</span>

const SummaryCell = ({ summary, color }: { summary: Summary; color: string | undefined }) => {
  if (summary.kind === 'none') return <Missing />
  if (summary.kind === 'count')
    return summary.distinct === null
      ? t('More than %(count)s values', { count: maxDistinct.toLocaleString(t.locale) })
      : t.plural(summary.distinct, '%(count)s value', '%(count)s values')
  return (
    <>
      {summary.points.length > 1 && <Sparkline points={summary.points} color={color} />}
      <span>{rangeOf(summary)}</span>
    </>
  )
}

const [width, height] = [sparklineWidth, 20]

/** A sparkline; missing values leave gaps. */
const Sparkline = ({ points, color }: { points: number[]; color: string | undefined }) => {
  const known = points.filter((point) => !Number.isNaN(point))
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (i: number) => (i / (points.length - 1)) * width
  const y = (value: number) => (high === low ? height / 2 : 1 + (1 - (value - low) / (high - low)) * (height - 2))
  let path = ''
  points.forEach((point, i) => {
    if (Number.isNaN(point)) return
    path += `${i === 0 || Number.isNaN(points[i - 1] ?? Number.NaN) ? 'M' : 'L'}${x(i).toFixed(1)} ${y(point).toFixed(1)}`
  })
  return (
    <svg className={css['spark']} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path d={path} style={color ? { stroke: color } : undefined} />
    </svg>
  )
}
