import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChartColumn, LayoutDashboard, Table2, Tag, X } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { tagGet, untagObject, type TaggedKind } from '#api/tag.ts'
import { t } from '#core/i18n/t.ts'
import { call, callRecord } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { paths } from '../../data/paths.ts'
import { useSession } from '../../data/session.ts'
import { taggedHeading, taggedKinds, taggedObjects } from '../../lists/tags/tagged-objects.ts'
import { Ago } from '../../lists/time/Ago.tsx'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { usePageTitle } from '../../window/use-page-title.ts'
import css from './TaggedPage.module.css'

type Bearer = { id: number; name: string; url: string; changed_on: string; creator: string; type: TaggedKind }

const icons = { dashboard: LayoutDashboard, chart: ChartColumn, dataset: Table2 } as const

/** The numbers of kinds in paths of the tag API. */
const typeNumbers = { chart: 2, dashboard: 3, dataset: 4 } as const

/** Everything that bears one tag. */
const TaggedPage = () => {
  const [search] = useSearchParams()
  const id = Number(search.get('id'))
  const tag = useQuery({
    queryKey: [tagGet.path, id],
    queryFn: async ({ signal }) =>
      (await callRecord(tagGet, { params: { pk: id }, columns: ['name', 'description'] }, { signal })).data.result,
  })
  const bearers = useQuery(taggedObjects(id))
  const name = tag.data?.name ?? ''
  usePageTitle(name || t('Tag'))
  const error = tag.error ?? bearers.error
  if (error)
    return (
      <ErrorState
        title={t('The tag could not be loaded')}
        text={errorText(error)}
        onRetry={() => void Promise.all([tag.refetch(), bearers.refetch()])}
      />
    )
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <Tag aria-hidden />
        <h1>{name}</h1>
        <ButtonLink kind="link" to={paths.tags}>
          {t('All tags')}
        </ButtonLink>
      </header>
      {tag.data?.description && <p className={css['lead']}>{tag.data.description}</p>}
      {!bearers.data || !tag.data ? (
        <Skeleton height={240} />
      ) : bearers.data.length === 0 ? (
        <EmptyState
          icon={<Tag />}
          title={t('Nothing bears this tag yet')}
          text={t('Add charts, dashboards and datasets by editing the tag.')}
        />
      ) : (
        taggedKinds.map((kind) => (
          <Kind key={kind} kind={kind} tag={{ id, name }} bearers={bearers.data.filter(({ type }) => type === kind)} />
        ))
      )}
    </div>
  )
}

const Kind = ({ kind, tag, bearers }: { kind: TaggedKind; tag: { id: number; name: string }; bearers: Bearer[] }) => {
  const { hasPermission } = useSession()
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: (bearer: Bearer) =>
      call(untagObject, { params: { object_type: String(typeNumbers[kind]), object_id: String(bearer.id), tag: tag.name } }),
    onError: (error) => say(errorText(error), { kind: 'bad' }),
    onSettled: () => client.invalidateQueries({ queryKey: taggedObjects(tag.id).queryKey }),
  })
  if (bearers.length === 0) return null
  const Icon = icons[kind]
  return (
    <section aria-label={taggedHeading(kind)}>
      <h2 className={css['heading']}>{taggedHeading(kind)}</h2>
      <ul className={css['list']}>
        {bearers.map((bearer) => (
          <li key={bearer.id}>
            <Icon aria-hidden />
            <Link to={bearer.url}>{bearer.name}</Link>
            <span className={css['note']}>{bearer.creator}</span>
            <span className={css['note']}>
              <Ago time={`${bearer.changed_on}Z`} />
            </span>
            {hasPermission('can_write', 'Tag') && (
              <IconButton
                dense
                label={t('Remove the tag')}
                aria-label={t('Remove the tag from %(name)s', { name: bearer.name })}
                icon={<X />}
                onClick={() => removal.mutate(bearer)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export default TaggedPage
