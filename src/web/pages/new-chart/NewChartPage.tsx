import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight, ClipboardPaste, Database, Table2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { datasets } from '../../data/resources.ts'
import { useSession } from '../../data/session.ts'
import { Ago } from '../../lists/time/Ago.tsx'
import { openUpload } from '../../window/overlays.ts'
import { openPaste } from '../../upload/open-paste.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import rows from '../../ui/table/rows.module.css'
import words from '../../ui/text/words.module.css'
import css from './NewChartPage.module.css'

const maxRows = 100

/** The path of explore with a dataset, and with the dashboard that the chart is created for: saving then proposes it. */
const useExplorePath = () => {
  const dashboard = useSearchParams()[0].get('dashboard_id')
  return (dataset: number) =>
    `${paths.exploreDataset(dataset)}${dashboard === null ? '' : `&${String(new URLSearchParams({ dashboard_id: dashboard }))}`}`
}

/** Asks for the dataset of a new chart. */
const NewChartPage = () => {
  usePageTitle(t('New chart'))
  const { hasPermission } = useSession()
  const [text, setText] = useState('')
  const exploreDataset = useExplorePath()
  const { data, error, refetch } = useQuery({
    ...datasets.list({
      columns: ['id', 'table_name', 'schema', 'description', 'database.database_name', 'changed_on_utc'],
      filters: text ? [{ col: 'table_name', opr: 'ct', value: text }] : [],
      order_column: 'changed_on_delta_humanized',
      order_direction: 'desc',
      page: 0,
      page_size: maxRows,
    }),
    placeholderData: keepPreviousData,
  })
  const others = (
    <>
      {hasPermission('can_upload', 'Database') && (
        <>
          <Button icon={<Upload />} onClick={() => openUpload()}>
            {t('From a file')}
          </Button>
          <Button icon={<ClipboardPaste />} onClick={openPaste}>
            {t('Paste a table')}
          </Button>
        </>
      )}
      {hasPermission('can_write', 'Dataset') && (
        <ButtonLink icon={<Database />} to={paths.newDataset}>
          {t('From a table')}
        </ButtonLink>
      )}
    </>
  )
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <h1>{t('Choose a dataset')}</h1>
        <p>{t('The first chart is drawn at once; its type can be changed with the data in sight.')}</p>
      </header>
      <div className={css['tools']}>
        <SearchInput
          className={css['search'] ?? ''}
          label={t('Search datasets')}
          wait={200}
          value={text}
          onValue={(next) => setText(next.trim())}
          autoFocus
        />
        {others}
      </div>
      {error ? (
        <ErrorState title={t('The datasets could not be loaded')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <ul className={rows['list']} aria-label={t('Datasets')}>
          {!data &&
            Array.from({ length: 6 }, (_, i) => (
              <li key={i} className={cx(rows['row'], css['row'])}>
                <Skeleton width={200} />
              </li>
            ))}
          {data?.result.map((row) => (
            <li key={row.id} className={cx(rows['row'], css['row'])}>
              <Table2 aria-hidden />
              <div className={words['words']}>
                <Link to={exploreDataset(row.id)} className={cx(words['link'], words['rowLink'])}>
                  {row.table_name}
                </Link>
                <span className={words['note']}>
                  {row.description || [row.database?.database_name, row.schema].filter(Boolean).join(', ')}
                </span>
              </div>
              <span className={words['note']}>
                <Ago time={row.changed_on_utc} />
              </span>
              <ChevronRight aria-hidden />
            </li>
          ))}
          {data?.result.length === 0 && (
            <li>
              <EmptyState
                title={text ? t('No dataset matches “%(text)s”', { text }) : t('No datasets yet')}
                text={text ? undefined : t('Drop a file anywhere, or connect a database and choose a table.')}
              />
            </li>
          )}
        </ul>
      )}
      {data && data.count > maxRows && (
        <p className={cx(words['note'], css['more'])}>
          {t('The latest %(shown)s of %(count)s; search for others.', { shown: maxRows, count: data.count })}
        </p>
      )}
    </div>
  )
}

export default NewChartPage
