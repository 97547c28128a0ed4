import { useQuery } from '@tanstack/react-query'
import { datasetUsageGet } from '#api/dataset-usage.ts'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { routeQuery } from '../../data/resources.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Histogram } from '../../ui/profile/Profile.tsx'
import css from './DatasetPage.module.css'

const queriesText = (queries: number) => t.plural(queries, '%(count)s query', '%(count)s queries')

/** How often a dataset was queried in the last 30 days, and by whom. */
export const Usage = ({ id }: { id: number }) => {
  const { data, error } = useQuery(routeQuery(datasetUsageGet, { params: { pk: id } }))
  const usage = data?.result
  return (
    <section aria-label={t('Usage')}>
      <h2>{t('Usage in 30 days')}</h2>
      {error ? (
        <p role="alert" className={css['fault']}>
          {errorText(error)}
        </p>
      ) : !usage ? (
        <Skeleton height={64} />
      ) : usage.queries === 0 ? (
        <p className={css['none']}>{t('Nobody queried it')}</p>
      ) : (
        <>
          <p className={css['used']}>
            {t('%(queries)s by %(people)s', {
              queries: queriesText(usage.queries),
              people: t.plural(usage.people_count, '%(count)s person', '%(count)s people'),
            })}
          </p>
          <Histogram bins={usage.days.map((day) => day.queries)} />
          <ul className={css['people']} aria-label={t('Who queried it')}>
            {(usage.people ?? []).map((person) => (
              <li key={person.id}>
                <span title={person.name}>{person.name || t('Deleted account')}</span>
                <span>{queriesText(person.queries)}</span>
              </li>
            ))}
            {usage.guests > 0 && (
              <li>
                <span>{t('Guests and the public')}</span>
                <span>{queriesText(usage.guests)}</span>
              </li>
            )}
          </ul>
        </>
      )}
    </section>
  )
}
