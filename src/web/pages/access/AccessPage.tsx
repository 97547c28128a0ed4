import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ScanEye } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { accessExplain, type AccessExplanation } from '#api/access.ts'
import { msg, t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { userById } from '../../lists/people/searches.ts'
import { ChoiceField } from './ChoiceField.tsx'
import { searchObjects, searchViewers, visitor, visitorName } from './searches.ts'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { usePageTitle } from '../../window/use-page-title.ts'
import { Explanation } from './Explanation.tsx'
import css from './AccessPage.module.css'

const kinds = { dashboard: msg('Dashboard'), chart: msg('Chart'), dataset: msg('Dataset'), database: msg('Database') } as const
type Kind = keyof typeof kinds
const kindNames = ['dashboard', 'chart', 'dataset', 'database'] as const

const idOf = (text: string | null): number | null => (text !== null && /^\d+$/.test(text) ? Number(text) : null)

/** Whether a person sees an object, through which grant, and which rules limit its data. The URL holds what is asked. */
const AccessPage = () => {
  usePageTitle(t('Who sees what'))
  const [search, setSearch] = useSearchParams()
  const kind: Kind = kindNames.find((name) => name === search.get('kind')) ?? 'dashboard'
  const id = idOf(search.get('id'))
  const user = search.get('user') === 'public' ? visitor : idOf(search.get('user'))
  const input = { params: { kind, pk: id ?? 0 }, query: user === null || user === visitor ? {} : { user } }
  const answer = useQuery({
    queryKey: [accessExplain.path, input],
    queryFn: ({ signal }) => call(accessExplain, input, { signal }),
    enabled: id !== null,
    gcTime: 0,
  })
  const person = useQuery({ ...userById(user ?? 0), enabled: user !== null && user !== visitor })
  const set = (changes: Record<string, string | null>) =>
    setSearch(
      (known) => {
        const next = new URLSearchParams(known)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return (
    <div className={css['page']}>
      <h1>{t('Who sees what')}</h1>
      <p className={css['note']}>
        {t('Choose a person and an object. The answer comes from the rules by which the server itself decides.')}
      </p>
      <div className={css['tools']}>
        <Field label={t('Person')}>
          <ChoiceField
            label={t('Person')}
            value={user}
            search={searchViewers}
            chosen={user === visitor ? visitorName() : person.data?.[0]?.name}
            onChange={(next) => set({ user: next === null ? null : next === visitor ? 'public' : String(next) })}
          />
        </Field>
        <Field label={t('Kind')}>
          <Segmented
            label={t('Kind')}
            value={kind}
            options={kindNames.map((key) => ({ key, label: t(kinds[key]) }))}
            onChange={(next) => set({ kind: next, id: null })}
          />
        </Field>
        <Field label={t(kinds[kind])}>
          <ChoiceField
            key={kind}
            label={t(kinds[kind])}
            value={id}
            search={searchObjects(kind)}
            chosen={answer.data?.result.object.name}
            onChange={(next) => set({ kind, id: next === null ? null : String(next) })}
          />
        </Field>
      </div>
      {user === null || id === null ? (
        <EmptyState
          icon={<ScanEye />}
          title={user === null ? t('Choose a person') : t('Choose an object')}
          text={t('You then see what this person may do with it, and why.')}
        />
      ) : (
        <Answer answer={answer} />
      )}
    </div>
  )
}

const Answer = ({ answer: { data, error, refetch } }: { answer: UseQueryResult<{ result: AccessExplanation }> }) => {
  if (error) return <ErrorState title={t('It could not be loaded')} text={errorText(error)} onRetry={() => void refetch()} />
  return data ? <Explanation {...data.result} /> : <Skeleton height={240} />
}

export default AccessPage
