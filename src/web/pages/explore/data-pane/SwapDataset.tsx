import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { datasetList } from '#api/dataset.ts'
import type { RowOf } from '#api/declare/route.ts'
import { fullName } from '#core/format/full-name.ts'
import { msg, t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { datasets } from '../../../data/resources.ts'
import { ErrorState } from '../../../ui/feedback/State.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import { contentWidth } from '../../../ui/table/columns/content-width.ts'
import { Table } from '../../../ui/table/Table.tsx'
import { ConfirmSwap } from '../swap/ConfirmSwap.tsx'
import css from './SwapDataset.module.css'

const columns = ['id', 'table_name', 'kind', 'schema', 'database.database_name', 'owners.first_name', 'owners.last_name'] as const
type Row = RowOf<typeof datasetList, (typeof columns)[number]>

const pageSize = 25

const columnDefs: { key: string; head: string; text: (row: Row) => string }[] = [
  { key: 'name', head: msg('Name'), text: (row) => row.table_name },
  { key: 'kind', head: msg('Type'), text: (row) => row.kind },
  { key: 'schema', head: msg('Schema'), text: (row) => row.schema ?? '' },
  { key: 'database', head: msg('Connection'), text: (row) => row.database?.database_name ?? '' },
  { key: 'owners', head: msg('Owners'), text: (row) => row.owners.map(fullName).join(', ') },
]

const useDatasets = (search: string, page: number) =>
  useQuery({
    ...datasets.list({
      columns,
      order_column: 'changed_on_delta_humanized',
      order_direction: 'desc',
      page,
      page_size: pageSize,
      filters: search === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search }],
    }),
    placeholderData: keepPreviousData,
  })

/** Replaces the dataset of the chart, after a confirmation. */
export const SwapDataset = ({ onClose }: { onClose: () => void }) => {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const [chosen, setChosen] = useState<Row | null>(null)
  const { data, error, refetch } = useDatasets(search, page)
  useEffect(() => {
    if (error) say(errorText(error), { kind: 'bad' })
  }, [error])
  const rows = data?.result ?? []
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / pageSize))

  if (chosen) return <ConfirmSwap id={chosen.id} name={chosen.table_name} onBack={() => setChosen(null)} onClose={onClose} />
  return (
    <Dialog open bare width={760} height={540} title={t('Swap dataset')} onClose={onClose}>
      <div className={css['list']}>
        <p className={css['warning']}>
          <TriangleAlert aria-hidden />
          <span>
            <strong>{t('Warning!')}</strong> {t('Changing the dataset may break the chart if the metadata does not exist.')}
          </span>
        </p>
        <div className={css['search']}>
          <SearchInput
            label={t('Search by name')}
            value={search}
            wait={500}
            data-autofocus=""
            onValue={(text) => {
              setSearch(text)
              setPage(0)
            }}
          />
        </div>
        {error ? (
          <ErrorState title={t('The datasets could not be loaded')} text={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <Table
            label={t('Datasets')}
            className={css['table'] ?? ''}
            rowCount={rows.length}
            columns={columnDefs.map(({ key, head, text }) => ({ key, head: t(head), content: contentWidth(t(head), rows.map(text)) }))}
            cell={(row, { key }) => {
              const text = columnDefs.find((column) => column.key === key)?.text
              return rows[row] && text?.(rows[row])
            }}
            onOpen={(row) => setChosen(rows[row] ?? null)}
            loadingRows={data ? 0 : 8}
            placeholder={<p className={css['warning']}>{t('No matches')}</p>}
          />
        )}
        <div className={css['pager']}>
          <span>{t.plural(data?.count ?? 0, '%(count)s dataset', '%(count)s datasets')}</span>
          <IconButton
            dense
            label={t('Previous page')}
            icon={<ChevronLeft />}
            focusableWhenDisabled
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          />
          <span>{t('%(page)s of %(pages)s', { page: page + 1, pages })}</span>
          <IconButton
            dense
            label={t('Next page')}
            icon={<ChevronRight />}
            focusableWhenDisabled
            disabled={page + 1 >= pages}
            onClick={() => setPage(page + 1)}
          />
        </div>
      </div>
    </Dialog>
  )
}
