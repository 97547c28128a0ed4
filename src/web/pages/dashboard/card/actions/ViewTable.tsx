import { useMemo, useState } from 'react'
import type { DatasetFacts } from '#charts/control.ts'
import { verboseNames } from '#charts/shared/format/dataset-facts.ts'
import { t } from '#core/i18n/t.ts'
import { DataGrid } from '../../../../data-grid/DataGrid.tsx'
import type { ChartData } from '../../../../frame/data/use-chart-data.ts'
import { Tabs } from '../../../../ui/choice/Tabs.tsx'
import { EmptyState } from '../../../../ui/feedback/State.tsx'
import { Dialog } from '../../../../ui/overlay/Dialog.tsx'
import { SearchInput } from '../../../../ui/text/SearchInput.tsx'
import css from '../../drill/Drill.module.css'

type Props = { name: string; data: ChartData; dataset: DatasetFacts | null; onClose: () => void }

const none: ReadonlySet<string> = new Set()

/** The numbers of a card, one table per query. */
export const ViewTable = ({ name, data, dataset, onClose }: Props) => {
  const tables = data.answer?.tables ?? []
  const [shown, setShown] = useState('0')
  const [search, setSearch] = useState('')
  const table = tables[Number(shown)]
  const names = useMemo(() => verboseNames(dataset), [dataset])
  return (
    <Dialog open bare width={960} height={640} title={t('Chart Data: %s', [name])} onClose={onClose}>
      <div className={css['detail']}>
        <div className={css['bar']}>
          <SearchInput label={t('Search in the rows')} value={search} onValue={setSearch} />
          <span className={css['count']}>{t.plural(table?.rowCount ?? 0, '%(count)s row', '%(count)s rows')}</span>
        </div>
        {tables.length > 1 && (
          <Tabs
            label={t('Queries')}
            tabs={tables.map((_, i) => ({ key: String(i), label: t('Results %s', [i + 1]) }))}
            value={shown}
            onChange={setShown}
          />
        )}
        {table && table.rowCount > 0 ? (
          <DataGrid
            key={shown}
            table={table}
            label={t('Rows of “%(name)s”', { name })}
            id={`card ${name} ${shown}`}
            search={search}
            hidden={none}
            raw={none}
            verboseNames={names}
          />
        ) : (
          <EmptyState fills title={t('No rows')} text={t('The query ran and found nothing.')} />
        )}
      </div>
    </Dialog>
  )
}
