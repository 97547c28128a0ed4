import { useQuery } from '@tanstack/react-query'
import { Replace } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { datasetRelatedObjects } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { routeQuery } from '../../data/resources.ts'
import { Ago } from '../../lists/time/Ago.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { TableColumnsButton } from './columns/TableColumnsButton.tsx'
import css from './DatasetPage.module.css'
import { Facts } from './Facts.tsx'
import type { DatasetFactsOnPage } from './facts.ts'
import { Freshness } from './Freshness.tsx'
import { Usage } from './Usage.tsx'
import { MaterializationSection } from './materialization/MaterializationSection.tsx'

type Props = {
  id: number
  facts: DatasetFactsOnPage
  onSwap: (() => void) | undefined
  onReload: () => void
  mayLeave: () => Promise<boolean>
}

/** What a dataset reads, how fresh it is, and what uses it. */
export const Aside = ({ id, facts, onSwap, onReload, mayLeave }: Props) => {
  const { database, catalog, schema, table_name, kind, changed_on_utc } = facts
  return (
    <aside className={css['aside']}>
      <section aria-label={t('Source')}>
        <h2>{t('Source')}</h2>
        <Facts
          rows={[
            [t('Database'), database?.database_name ?? '–'],
            [t('Schema'), [catalog, schema].filter(Boolean).join('.') || '–'],
            [t('Kind'), kind === 'virtual' ? t('Query') : t('Table')],
            ...(kind === 'physical' ? [[t('Table'), table_name] as [string, ReactNode]] : []),
          ]}
        />
        {onSwap && (
          <div className={css['buttons']}>
            <Button dense icon={<Replace />} onClick={onSwap}>
              {t('Swap source')}
            </Button>
            {kind === 'physical' && <TableColumnsButton id={id} onChanged={onReload} mayOpen={mayLeave} />}
          </div>
        )}
      </section>
      <section aria-label={t('Freshness')}>
        <h2>{t('Freshness')}</h2>
        <Facts
          rows={[
            [t('Newest row'), <Freshness key="newest" id={id} time={facts.main_dttm_col} />],
            [t('Edited'), <Ago key="edited" time={changed_on_utc} />],
          ]}
        />
      </section>
      <MaterializationSection id={id} name={table_name} canEdit={onSwap !== undefined} />
      <Usage id={id} />
      <UsedBy id={id} />
    </aside>
  )
}

const maxShown = 12

const Links = ({ title, rows }: { title: string; rows: { id: number; name: string; to: string }[] }) => (
  <section aria-label={title}>
    <h2>
      {title} <span>{rows.length.toLocaleString(t.locale)}</span>
    </h2>
    {rows.length === 0 && <p className={css['none']}>{t('None')}</p>}
    <ul className={css['links']}>
      {rows.slice(0, maxShown).map(({ id, name, to }) => (
        <li key={id}>
          <Link to={to}>{name}</Link>
        </li>
      ))}
    </ul>
    {rows.length > maxShown && <p className={css['none']}>{t('%(count)s more', { count: rows.length - maxShown })}</p>}
  </section>
)

const UsedBy = ({ id }: { id: number }) => {
  const { data, error } = useQuery(routeQuery(datasetRelatedObjects, { params: { idOrName: String(id) } }))
  if (error) return <p role="alert">{errorText(error)}</p>
  if (!data) return <Skeleton height={96} />
  return (
    <>
      <Links
        title={t('Charts')}
        rows={data.charts.result.map((chart) => ({ id: chart.id, name: chart.slice_name, to: paths.chart(chart.id) }))}
      />
      <Links
        title={t('Dashboards')}
        rows={data.dashboards.result.map((dashboard) => ({
          id: dashboard.id,
          name: dashboard.title ?? t('Untitled'),
          to: paths.dashboard(dashboard.id),
        }))}
      />
    </>
  )
}
