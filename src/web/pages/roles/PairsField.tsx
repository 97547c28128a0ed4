import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../data/call-error.ts'
import { Picker } from '../../ui/choice/Picker.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../../ui/feedback/State.tsx'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import { CheckTree } from '../../ui/tree/CheckTree.tsx'
import { pairTree, selectPairs, type Shown } from './pairs.ts'
import { allPairs, builtInPairs } from './role-queries.ts'
import css from './PairsField.module.css'

type Props = { held: number[]; onChange: (held: number[]) => void }

/** Views that are drawn at once; the search finds the others. */
const maxViews = 150
const maxOpenViews = 12

/** The permissions of a role: searched by words, and compared with a built-in role. */
export const PairsField = ({ held, onChange }: Props) => {
  const pairs = useQuery(allPairs)
  const builtIn = useQuery(builtInPairs)
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [comparedId, setComparedId] = useState(0)
  const text = useDeferredValue(typed)
  if (pairs.error)
    return <ErrorState title={t('It could not be loaded')} text={errorText(pairs.error)} onRetry={() => void pairs.refetch()} />
  if (!pairs.data) return <Skeleton height={320} />

  const compared = builtIn.data?.find(({ id }) => id === comparedId) ?? null
  const ids = new Set(held)
  const found = selectPairs(pairs.data, { text, shown, held: ids, compared })
  const tree = pairTree(found, { held: ids, compared })
  const views = tree.slice(0, maxViews)
  const isNarrowed = text !== '' || shown !== 'all'
  const expanded = isNarrowed && views.length <= maxOpenViews ? views.map(({ key }) => key) : []
  const compareWith = (id: number) => {
    setComparedId(id)
    if (id === 0 && shown === 'different') setShown('all')
  }
  return (
    <section className={css['field']} aria-label={t('Permissions')}>
      <h3 className={css['head']}>
        {t('Permissions')}
        <span className={css['count']}>{t('%(held)s of %(all)s', { held: held.length, all: pairs.data.length })}</span>
      </h3>
      <div className={css['tools']}>
        <SearchInput className={css['search'] ?? ''} label={t('Search permissions')} value={typed} onValue={setTyped} />
        <Picker
          label={t('Compare with')}
          value={comparedId}
          loading={builtIn.isPending}
          options={[{ value: 0, label: t('Compare with…') }, ...(builtIn.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={compareWith}
        />
        <Segmented
          label={t('Shown permissions')}
          value={shown}
          onChange={setShown}
          options={[
            { key: 'all', label: t('All') },
            { key: 'held', label: t('Held') },
            { key: 'different', label: t('Different'), disabled: !compared },
          ]}
        />
      </div>
      {views.length === 0 ? (
        <p className={css['note']}>{t('No permission matches.')}</p>
      ) : (
        <CheckTree
          key={`${text} ${shown} ${comparedId}`}
          className={css['tree'] ?? ''}
          label={t('Permissions')}
          nodes={views}
          checked={new Set(held.map(String))}
          onChange={(checked) => onChange([...checked].map(Number))}
          expanded={expanded}
        />
      )}
      {tree.length > views.length && (
        <p className={css['note']}>
          {t('%(shown)s of %(all)s views are shown; search for the others.', { shown: views.length, all: tree.length })}
        </p>
      )}
    </section>
  )
}
