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
import { UserStar } from '../../lists/rows/UserStar.tsx'
import { ago, moment } from '../../lists/time/ago.ts'
import { nameFor } from '../../lists/people/people.ts'
import { routesOf } from '../../lists/routes.ts'
import { Thumbnail } from '../../lists/rows/Thumbnail.tsx'
import { useStarFault } from '../../lists/page/use-star-fault.ts'
import { cx } from '../../ui/cx.ts'
import { say } from '../../ui/feedback/toast.ts'
import { UploadPrompt } from '../../upload/UploadPrompt.tsx'
import { chooseContinueItems, useStars, type HomeItem, type useHome, type Visited } from './home-data.ts'
import { ItemCard } from './ItemCard.tsx'
import rows from '../../ui/table/rows.module.css'
import words from '../../ui/text/words.module.css'
import css from './UsedHome.module.css'

type Home = ReturnType<typeof useHome>

const kindLabel = (item: HomeItem) => (item.kind === 'chart' ? t('Chart') : t('Dashboard'))

const visitNote = (item: Visited, me: number) =>
  Date.parse(item.changedOn) > Date.parse(item.visitedOn) && item.changedBy && item.changedBy.id !== me
    ? t('%(kind)s, edited by %(name)s %(ago)s', { kind: kindLabel(item), name: nameFor(item.changedBy, me), ago: ago(item.changedOn) })
    : t('%(kind)s, you opened it %(ago)s', { kind: kindLabel(item), ago: ago(item.visitedOn) })

/** Home with the sections Continue, Starred and Mine. */
export const ReturningHome = ({ home, session }: { home: Home; session: Session }) => {
  const { visited, starred, mine, examples } = home
  const me = session.user.id
  const seen = visited.data ?? []
  const cards = chooseContinueItems({ visited: seen, mine: mine.data?.items ?? [], published: examples.data?.items ?? [] })
  const noteOf = (item: HomeItem) => {
    const visit = seen.find(({ key }) => key === item.key)
    return visit ? visitNote(visit, me) : t('%(kind)s, edited %(ago)s', { kind: kindLabel(item), ago: ago(item.changedOn) })
  }
  const stars = useStars(cards)
  useStarFault(stars.error)
  return (
    <>
      <SectionHead title={t('Continue')} to={paths.dashboards} word={t('All dashboards')} />
      <ul className={css['cards']}>
        {cards.map((item) => (
          <ItemCard
            key={item.key}
            item={item}
            note={noteOf(item)}
            star={<ItemStar item={item} on={stars.data?.has(item.key) ?? false} />}
          />
        ))}
      </ul>
      <div className={css['bring']}>
        <UploadPrompt session={session} canConnect />
      </div>
      <div className={css['columns']}>
        <section>
          <SectionHead title={t('Starred')} {...seeAll(starred.data, 'favorite', { label: t('Starred'), value: true })} />
          <ItemList
            items={starred.data?.items}
            note={(item) => ownerText(item, me)}
            empty={
              <>
                <StarIcon aria-hidden />
                {t('Star a chart or dashboard to find it here.')}
              </>
            }
          />
        </section>
        <section>
          <SectionHead title={t('Mine')} {...seeAll(mine.data, 'owners', { label: t('You'), value: me })} />
          <ItemList
            items={mine.data?.items}
            note={(item) => kindText(item)}
            empty={t('Charts and dashboards that you own are listed here.')}
          />
        </section>
      </div>
    </>
  )
}

/** "Chart on flights", "Dashboard". */
const kindText = (item: HomeItem) =>
  item.kind === 'chart' && item.dataset ? t('Chart on %(dataset)s', { dataset: item.dataset }) : kindLabel(item)

const ownerText = (item: HomeItem, me: number) => {
  const owner = item.owners.find(({ id }) => id === me) ?? item.owners[0]
  if (!owner) return kindText(item)
  return owner.id === me
    ? t('%(what)s, by you', { what: kindText(item) })
    : t('%(what)s, by %(name)s', { what: kindText(item), name: nameFor(owner, me) })
}

type Counted = { count: number; charts: number; dashboards: number } | undefined

const seeAll = (found: Counted, key: string, chosen: { label: string; value: boolean | number }) => {
  if (!found || found.count <= 6) return {}
  const list = found.charts >= found.dashboards ? paths.charts : paths.dashboards
  return { to: paths.list(list, { [key]: chosen }), word: t('See all %(count)s', { count: found.count }) }
}

const SectionHead = ({ title, to, word }: { title: string; to?: string; word?: string }) => (
  <header className={css['head']}>
    <h2>{title}</h2>
    {to && (
      <Link to={to} className={css['all']}>
        {word}
      </Link>
    )}
  </header>
)

const ItemList = ({ items, note, empty }: { items: HomeItem[] | undefined; note: (item: HomeItem) => string; empty: ReactNode }) => (
  <ul className={rows['list']}>
    {items?.length === 0 && <li className={css['empty']}>{empty}</li>}
    {items?.map((item) => (
      <li key={item.key} className={cx(rows['row'], css['row'])}>
        <Thumbnail
          className={css['thumbnail'] ?? ''}
          url={item.thumbnail}
          width={64}
          height={40}
          icon={item.kind === 'chart' ? <ChartColumn /> : <LayoutDashboard />}
        />
        <div className={words['words']}>
          <Link to={item.to} className={cx(words['link'], words['rowLink'])} title={item.title}>
            {item.title}
          </Link>
          <span className={words['note']}>{note(item)}</span>
        </div>
        <time className={cx(words['note'], css['time'])} dateTime={item.changedOn} title={moment(item.changedOn)}>
          {ago(item.changedOn)}
        </time>
      </li>
    ))}
  </ul>
)

const ItemStar = ({ item, on }: { item: HomeItem; on: boolean }) => {
  const client = useQueryClient()
  const toggle = useMutation({
    mutationFn: (next: boolean) => call(next ? routesOf(item.kind).star : routesOf(item.kind).unstar, { params: { pk: item.id } }),
    onError: (error) => say(t('There was an error saving the favorite status: %s', [errorText(error)]), { kind: 'bad' }),
    onSettled: () => markStarred(client, item.kind),
  })
  return <UserStar name={item.title} on={toggle.isPending ? toggle.variables : on} onToggle={(next) => toggle.mutate(next)} />
}
