import { ChevronDown, Columns3, Download } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import type { QueryContext } from '#core/query/query-object.ts'
import type { Table } from '#core/table.ts'
import { columnMenu } from '../../../data-grid/column-menu.ts'
import { copyFormatter, toTabSeparated } from '../../../data-grid/grid.ts'
import { downloadJson, jsonRows } from '../../../data-grid/json-rows.ts'
import { useSession } from '../../../data/session.ts'
import { downloadData, downloadImage } from '../../../frame/picture/download.ts'
import { copyAndSay } from '../../../ui/button/copy-and-say.ts'
import { CopyButton } from '../../../ui/button/CopyButton.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Menu } from '../../../ui/overlay/Menu.tsx'
import type { MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import type { ExploreDataset } from '../data/answer.ts'
import { useExplore } from '../state/explore-context.ts'
import { nameChart } from '../state/name-chart.ts'
import { useRun } from '../state/run.ts'
import css from './Drawer.module.css'

type Props = {
  table: Table
  search: string
  onSearch: (search: string) => void
  isSamples: boolean
  queryCount: number
  shownQuery: number
  onShowQuery: (query: number) => void
  columns: Parameters<typeof columnMenu>[1]
}

/** The query that returns the rows of the dataset as they are. */
const samplesQuery = ({ id, type, columns }: ExploreDataset, rowLimit: number): QueryContext => ({
  datasource: { id, type },
  result_type: 'full',
  result_format: 'json',
  queries: [
    {
      columns: columns.map(({ column_name: name }) => name),
      metrics: [],
      filters: [],
      orderby: [],
      extras: { where: '', having: '' },
      row_limit: rowLimit,
    },
  ],
})

/** The tools of a result table: search, choice of query and columns, copy, downloads. */
export const ResultTools = ({ table, search, onSearch, isSamples, queryCount, shownQuery, onShowQuery, columns }: Props) => {
  const { data, pictureRef, sentence } = useRun()
  const dataset = useExplore((state) => state.dataset)
  const title = useExplore((state) => state.title)
  const canDownload = useSession().hasPermission('can_csv', 'Superset')
  const name = isSamples ? dataset.datasource_name : nameChart(title, sentence)
  const question = isSamples ? samplesQuery(dataset, table.rowCount) : data.queryContext
  const tableText = () => {
    const texts = table.columns.map((column) => copyFormatter(column, { t, raw: columns.raw.has(column.name) }))
    return toTabSeparated(
      table,
      Array.from({ length: table.rowCount }, (_, row) => row),
      texts,
    )
  }
  const files: MenuEntry[] = [
    { key: 'csv', label: t('As CSV'), onSelect: () => void downloadData(question, 'csv', { name, dataset }) },
    { key: 'xlsx', label: t('As Excel'), onSelect: () => void downloadData(question, 'xlsx', { name, dataset }) },
    { key: 'json', label: t('As JSON'), onSelect: () => downloadJson(table, name) },
    'divider',
    {
      key: 'copy-json',
      label: t('Copy as JSON'),
      onSelect: () => void copyAndSay(jsonRows(table)),
    },
  ]
  const images: MenuEntry[] = [
    { key: 'png', label: t('Chart as PNG'), onSelect: () => void downloadImage(pictureRef.current, name, { margin: 16, format: 'png' }) },
    { key: 'svg', label: t('Chart as SVG'), onSelect: () => void downloadImage(pictureRef.current, name, { format: 'svg' }) },
  ]
  const entries = [
    ...(canDownload ? files : []),
    ...(canDownload && !isSamples ? (['divider'] as const) : []),
    ...(isSamples ? [] : images),
  ]
  return (
    <>
      <SearchInput dense className={css['search'] ?? ''} label={t('Search rows')} value={search} wait={200} onValue={onSearch} />
      {queryCount > 1 && (
        <Menu
          label={t('Query')}
          entries={Array.from({ length: queryCount }, (_, i) => ({
            key: String(i),
            label: t('Query %(number)s', { number: i + 1 }),
            checked: i === shownQuery,
            onSelect: () => onShowQuery(i),
          }))}
        >
          <button type="button" className={css['which']}>
            {t('Query %(number)s', { number: shownQuery + 1 })}
            <ChevronDown size={14} />
          </button>
        </Menu>
      )}
      <Menu label={t('Columns')} align="end" entries={columnMenu(table, columns)}>
        <IconButton dense label={t('Columns')} icon={<Columns3 />} />
      </Menu>
      <CopyButton text={tableText} label={t('Copy the table')} />
      {(canDownload || !isSamples) && (
        <Menu label={t('Download')} align="end" entries={entries}>
          <IconButton dense label={t('Download')} icon={<Download />} />
        </Menu>
      )}
    </>
  )
}
