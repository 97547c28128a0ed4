import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChartColumn, LayoutDashboard, Star as StarIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { markStarred } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import { ago, moment } from '../../lists/time/ago.ts'
import { nameFor } from '../../lists/people/people.ts'
import { routesOf } from '../../lists/routes.ts'
import { Thumbnail } from '../../lists/rows/Thumbnail.tsx'
import { cx } from '../../ui/cx.ts'
import { Star } from '../../ui/button/Star.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { BringData } from '../../upload/BringData.tsx'
import { continueWith, useStars, type Thing, type useHome, type Visited } from './home-data.ts'
import { ThingCard } from './ThingCard.tsx'
import rows from '../../ui/table/rows.module.css'
import words from '../../ui/text/words.module.css'
import css from './UsedHome.module.css'

type Home = ReturnType<typeof useHome>

const kindOf = (thing: Thing) => (thing.kind === 'chart' ? t('Chart') : t('Dashboard'))

const visitNote = (thing: Visited, me: number) =>
  Date.parse(thing.changedOn) > Date.parse(thing.visitedOn) && thing.changedBy && thing.changedBy.id !== me
    ? t('%(kind)s, edited by %(name)s %(ago)s', { kind: kindOf(thing), name: nameFor(thing.changedBy, me), ago: ago(thing.changedOn) })
    : t('%(kind)s, you opened it %(ago)s', { kind: kindOf(thing), ago: ago(thing.visitedOn) })

/** Continue, Starred, Mine. */
export const UsedHome = ({ home, session }: { home: Home; session: Session }) => {
  const { visited, starred, mine, examples } = home
  const me = session.user.id
  const seen = visited.data ?? []
  const cards = continueWith({ seen, mine: mine.data?.things ?? [], published: examples.data?.things ?? [] })
  const noteOf = (thing: Thing) => {
    const visit = seen.find(({ key }) => key === thing.key)
    return visit ? visitNote(visit, me) : t('%(kind)s, edited %(ago)s', { kind: kindOf(thing), ago: ago(thing.changedOn) })
  }
  const stars = useStars(cards)
  return (
    <>
      <Head title={t('Continue')} to={paths.dashboards} word={t('All dashboards')} />
      <ul className={css['cards']}>
        {cards.map((thing) => (
          <ThingCard
            key={thing.key}
            thing={thing}
            note={noteOf(thing)}
            star={<ThingStar thing={thing} on={stars.data?.has(thing.key) ?? false} />}
          />
        ))}
      </ul>
      <div className={css['bring']}>
        <BringData session={session} connects />
      </div>
      <div className={css['columns']}>
        <section>
          <Head title={t('Starred')} {...seeAll(starred.data, 'favorite', { label: t('Starred'), value: true })} />
          <Things
            things={starred.data?.things}
            note={(thing) => about(thing, me)}
            empty={
              <>
                <StarIcon aria-hidden />
                {t('Star a chart or dashboard to find it here.')}
              </>
            }
          />
        </section>
        <section>
          <Head title={t('Mine')} {...seeAll(mine.data, 'owners', { label: t('You'), value: me })} />
          <Things
            things={mine.data?.things}
            note={(thing) => where(thing)}
            empty={t('Charts and dashboards that you own are listed here.')}
          />
        </section>
      </div>
    </>
  )
}

/** "Chart on flights", "Dashboard". */
const where = (thing: Thing) =>
  thing.kind === 'chart' && thing.dataset ? t('Chart on %(dataset)s', { dataset: thing.dataset }) : kindOf(thing)

const about = (thing: Thing, me: number) => {
  const owner = thing.owners.find(({ id }) => id === me) ?? thing.owners[0]
  if (!owner) return where(thing)
  return owner.id === me
    ? t('%(what)s, by you', { what: where(thing) })
    : t('%(what)s, by %(name)s', { what: where(thing), name: nameFor(owner, me) })
}

type Counted = { count: number; charts: number; dashboards: number } | undefined

const seeAll = (found: Counted, key: string, chosen: { label: string; value: boolean | number }) => {
  if (!found || found.count <= 6) return {}
  const list = found.charts >= found.dashboards ? paths.charts : paths.dashboards
  return { to: paths.list(list, { [key]: chosen }), word: t('See all %(count)s', { count: found.count }) }
}

const Head = ({ title, to, word }: { title: string; to?: string; word?: string }) => (
  <header className={css['head']}>
    <h2>{title}</h2>
    {to && (
      <Link to={to} className={css['all']}>
        {word}
      </Link>
    )}
  </header>
)

const Things = ({ things, note, empty }: { things: Thing[] | undefined; note: (thing: Thing) => string; empty: ReactNode }) => (
  <ul className={rows['list']}>
    {things?.length === 0 && <li className={css['empty']}>{empty}</li>}
    {things?.map((thing) => (
      <li key={thing.key} className={cx(rows['row'], css['row'])}>
        <Thumbnail
          className={css['thumbnail'] ?? ''}
          url={thing.thumbnail}
          width={64}
          height={40}
          icon={thing.kind === 'chart' ? <ChartColumn /> : <LayoutDashboard />}
        />
        <div className={words['words']}>
          <Link to={thing.to} className={cx(words['link'], words['rowLink'])} title={thing.title}>
            {thing.title}
          </Link>
          <span className={words['note']}>{note(thing)}</span>
        </div>
        <time className={cx(words['note'], css['time'])} dateTime={thing.changedOn} title={moment(thing.changedOn)}>
          {ago(thing.changedOn)}
        </time>
      </li>
    ))}
  </ul>
)

const ThingStar = ({ thing, on }: { thing: Thing; on: boolean }) => {
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: (next: boolean) => call(next ? routesOf(thing.kind).star : routesOf(thing.kind).unstar, { params: { pk: thing.id } }),
    onError: (error) => say(t('There was an error saving the favorite status: %s', [errorText(error)]), { kind: 'bad' }),
    onSettled: () => markStarred(client, thing.kind),
  })
  return <Star name={thing.title} on={toggle.isPending ? toggle.variables : on} onToggle={(next) => toggle.mutate(next)} />
}
