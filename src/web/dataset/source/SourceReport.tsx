import type { ReactNode } from 'react'
import type { SourceChanges } from '#api/dataset-source.ts'
import { t } from '#core/i18n/t.ts'
import { basePath } from '../../data/base-path.ts'
import { paths } from '../../data/paths.ts'
import css from './SourceReport.module.css'

const maxShown = 50

const Group = ({ title, rows }: { title: string; rows: { key: string; content: ReactNode }[] }) =>
  rows.length > 0 && (
    <section className={css['group']} aria-label={title}>
      <h3>
        {title} <span>{rows.length.toLocaleString(t.locale)}</span>
      </h3>
      <ul>
        {rows.slice(0, maxShown).map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
        {rows.length > maxShown && <li className={css['note']}>{t('%(count)s more', { count: rows.length - maxShown })}</li>}
      </ul>
    </section>
  )

const typeText = (type: string | null) => (type ?? '–').toLowerCase()

/** Whether a chart or a filter of a dashboard would break. */
export const breaksSomething = ({ charts, hidden_charts, filters, hidden_filters }: SourceChanges): boolean =>
  charts.length + hidden_charts + filters.length + hidden_filters > 0

/** What a new reading of the source adds, changes and loses, and the charts and filters that it breaks. */
export const SourceReport = ({ changes }: { changes: SourceChanges }) => {
  const { added, changed, lost, charts, hidden_charts: hidden, filters, hidden_filters: hiddenFilters } = changes
  return (
    <div className={css['report']}>
      <Group
        title={t('Added columns')}
        rows={added.map(({ column_name, type }) => ({
          key: column_name,
          content: (
            <>
              <b>{column_name}</b> <span className={css['note']}>{typeText(type)}</span>
            </>
          ),
        }))}
      />
      <Group
        title={t('Changed types')}
        rows={changed.map(({ column_name, type, before }) => ({
          key: column_name,
          content: (
            <>
              <b>{column_name}</b>{' '}
              <span className={css['note']}>
                {typeText(before)} → {typeText(type)}
              </span>
            </>
          ),
        }))}
      />
      <Group
        title={t('Lost columns')}
        rows={lost.map(({ column_name, used_by }) => ({
          key: column_name,
          content: (
            <>
              <b>{column_name}</b>{' '}
              {used_by.length > 0 && <span className={css['note']}>{t('used by %(names)s', { names: used_by.join(', ') })}</span>}
            </>
          ),
        }))}
      />
      <Group
        title={t('Charts that would break')}
        rows={charts.map(({ id, slice_name, uses }) => ({
          key: String(id),
          content: (
            <>
              <a href={basePath() + paths.chart(id)} target="_blank" rel="noreferrer">
                {slice_name}
              </a>{' '}
              <span className={css['note']}>{uses.join(', ')}</span>
            </>
          ),
        }))}
      />
      {hidden > 0 && (
        <p className={css['note']}>
          {t.plural(
            hidden,
            '%(count)s chart that you may not see would break, too.',
            '%(count)s charts that you may not see would break, too.',
          )}
        </p>
      )}
      <Group
        title={t('Filters of dashboards that would break')}
        rows={filters.map(({ dashboard, name, uses }, i) => ({
          key: `${dashboard.id} ${i}`,
          content: (
            <>
              {name || '–'} ·{' '}
              <a href={basePath() + paths.dashboard(dashboard.id)} target="_blank" rel="noreferrer">
                {dashboard.title ?? t('Untitled')}
              </a>{' '}
              <span className={css['note']}>{uses.join(', ')}</span>
            </>
          ),
        }))}
      />
      {hiddenFilters > 0 && (
        <p className={css['note']}>
          {t.plural(
            hiddenFilters,
            '%(count)s filter of a dashboard that you may not see would break, too.',
            '%(count)s filters of dashboards that you may not see would break, too.',
          )}
        </p>
      )}
      {lost.length > 0 && !breaksSomething(changes) && <p className={css['note']}>{t('No chart and no filter uses the lost columns.')}</p>}
    </div>
  )
}
