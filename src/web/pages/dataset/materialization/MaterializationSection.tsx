import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DatabaseZap, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  materializationDelete,
  materializationGet,
  materializationRestore,
  materializationRun,
  type Materialization,
} from '#api/dataset-materialization.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { errorText } from '../../../data/call-error.ts'
import { paths } from '../../../data/paths.ts'
import { routeQuery } from '../../../data/resources.ts'
import { lazyDialog } from '../../../lazy/lazy-part.tsx'
import { Ago } from '../../../lists/time/Ago.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import css from '../DatasetPage.module.css'
import { Facts } from '../Facts.tsx'
import { rhythmText } from './rhythm-text.ts'

const MaterializeDialog = lazyDialog(async () => (await import('./MaterializeDialog.tsx')).MaterializeDialog)

const pollIntervalMs = 2000

type Props = { id: number; name: string; canEdit: boolean }

/** The table that a dataset is written into on a schedule. */
export const MaterializationSection = ({ id, name, canEdit }: Props) => {
  const client = useQueryClient()
  const query = routeQuery(materializationGet, { params: { pk: id } })
  const { data, error } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.result?.is_running ? pollIntervalMs : false),
  })
  const [isOpen, setOpen] = useState(false)
  const reload = () => client.invalidateQueries({ queryKey: query.queryKey })
  const act = useMutation({
    mutationFn: async (route: typeof materializationRun | typeof materializationDelete) => {
      await call(route, { params: { pk: id } })
      await reload()
    },
    onError: (fault) => say(errorText(fault), { kind: 'bad' }),
  })
  const restore = useMutation({
    mutationFn: async (generation: number) => {
      await call(materializationRestore, { params: { pk: id, generation } })
      await reload()
    },
    onSuccess: () => say(t('The older data are read again, until the next run.'), { kind: 'good' }),
    onError: (fault) => say(errorText(fault), { kind: 'bad' }),
  })
  const end = async () => {
    const question = {
      title: t('End the schedule?'),
      text: t('The table stays, and is not written any more. Its older generations are deleted.'),
      action: t('Stop writing'),
      danger: true,
    }
    if (await confirm(question)) act.mutate(materializationDelete)
  }
  const known = data?.result ?? null
  return (
    <section aria-label={t('Materialized table')}>
      <h2>{t('Materialized table')}</h2>
      {error ? (
        <p role="alert">{errorText(error)}</p>
      ) : !data ? (
        <Skeleton height={64} />
      ) : known ? (
        <State known={known} onRestore={canEdit && !restore.isPending ? restore.mutate : undefined} />
      ) : (
        <p className={css['none']}>{t('None')}</p>
      )}
      {canEdit && data && (
        <div className={css['buttons']}>
          <Button dense icon={known ? undefined : <DatabaseZap />} onClick={() => setOpen(true)}>
            {known ? t('Change schedule') : t('Materialize')}
          </Button>
          {known && (
            <>
              <Button
                dense
                icon={<RefreshCw />}
                busy={act.isPending}
                focusableWhenDisabled
                disabled={known.is_running}
                onClick={() => act.mutate(materializationRun)}
              >
                {t('Write now')}
              </Button>
              <Button dense kind="quiet" onClick={() => void end()}>
                {t('Stop writing')}
              </Button>
            </>
          )}
        </div>
      )}
      {isOpen && <MaterializeDialog id={id} name={name} known={known} onClose={() => setOpen(false)} onSaved={reload} />}
    </section>
  )
}

const State = ({ known, onRestore }: { known: Materialization; onRestore: ((generation: number) => void) | undefined }) => {
  const { table_name, dataset_id, every, next_on, is_running, error, generations } = known
  const current = generations.find((generation) => generation.is_current)
  return (
    <>
      <Facts
        rows={[
          [
            t('Table'),
            dataset_id === null ? (
              table_name
            ) : (
              <Link key="table" to={paths.dataset(dataset_id)}>
                {table_name}
              </Link>
            ),
          ],
          [t('Data of'), is_running ? t('being written') : current ? <Ago key="data" time={current.data_on} /> : '–'],
          [t('How often'), t(rhythmText[every])],
          [t('Next run'), <NextTime key="next" time={next_on} />],
        ]}
      />
      {error && (
        <p role="alert" className={css['fault']}>
          {t('The last run failed: %(reason)s', { reason: error })}
        </p>
      )}
      {generations.length > 0 && (
        <>
          <h3>{t('Generations')}</h3>
          <ul className={css['links']} aria-label={t('Generations')}>
            {generations.map(({ id, data_on, rows, is_current }) => (
              <li key={id}>
                <Ago time={data_on} /> · {t.plural(rows, '%(count)s row', '%(count)s rows')}
                {is_current ? (
                  <> · {t('current')}</>
                ) : (
                  onRestore && (
                    <>
                      {' · '}
                      <Button kind="link" dense onClick={() => onRestore(id)}>
                        {t('Read it again')}
                      </Button>
                    </>
                  )
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const NextTime = ({ time }: { time: string }) => (
  <time dateTime={time}>{new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(time))}</time>
)
