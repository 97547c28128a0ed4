import { Plus, Trash2 } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Picker } from '../../../ui/choice/Picker.tsx'
import css from './Join.module.css'
import { proposeKey, type Join, type JoinedTable, type JoinPlan } from './join.ts'

type Props = { plan: JoinPlan; onChange: (plan: JoinPlan) => void }

const options = ({ columns }: JoinedTable) => columns.map(({ name, type }) => ({ value: name, label: name, note: type.toLowerCase() }))

/** How each table is connected with one before it. */
export const JoinKeys = ({ plan, onChange }: Props) => {
  const { tables, joins } = plan
  const setJoin = (index: number, change: Partial<Join>) =>
    onChange({ ...plan, joins: joins.map((join, i) => (i === index ? { ...join, ...change } : join)) })
  return (
    <ol className={css['joins']} aria-label={t('Joins')}>
      {joins.map((join, i) => {
        const right = tables[i + 1]
        const left = tables.find(({ alias }) => alias === join.to)
        if (!right || !left) return null
        const setKey = (at: number, change: Partial<Join['keys'][number]>) =>
          setJoin(i, { keys: join.keys.map((pair, n) => (n === at ? { ...pair, ...change } : pair)) })
        const first = { left: left.columns[0]?.name ?? '', right: right.columns[0]?.name ?? '' }
        return (
          <li key={right.alias} aria-label={right.alias}>
            <div className={css['join']}>
              <strong>{right.alias}</strong>
              <Picker
                label={t('Rows of %(table)s', { table: right.alias })}
                value={join.kind}
                options={[
                  { value: 'left', label: t('where they match, keeping all other rows') },
                  { value: 'inner', label: t('only where they match') },
                ]}
                onChange={(kind) => setJoin(i, { kind: kind === 'inner' ? 'inner' : 'left' })}
              />
              <Picker
                label={t('Joined to')}
                value={join.to}
                options={tables.slice(0, i + 1).map(({ alias }) => ({ value: alias, label: alias }))}
                onChange={(to) => {
                  const table = tables.find(({ alias }) => alias === to)
                  const pair = table && proposeKey(table, right)
                  setJoin(i, { to, keys: pair ? [pair] : [] })
                }}
              />
              <Button dense kind="quiet" icon={<Plus />} onClick={() => setJoin(i, { keys: [...join.keys, first] })}>
                {t('Matching columns')}
              </Button>
            </div>
            {join.keys.map((pair, at) => (
              <div key={at} className={css['pair']}>
                <Picker
                  label={t('Column of %(table)s', { table: left.alias })}
                  value={pair.left}
                  options={options(left)}
                  onChange={(name) => setKey(at, { left: name })}
                />
                <span aria-hidden>=</span>
                <Picker
                  label={t('Column of %(table)s', { table: right.alias })}
                  value={pair.right}
                  options={options(right)}
                  onChange={(name) => setKey(at, { right: name })}
                />
                <IconButton
                  dense
                  label={t('Remove')}
                  icon={<Trash2 />}
                  onClick={() => setJoin(i, { keys: join.keys.filter((_pair, n) => n !== at) })}
                />
              </div>
            ))}
          </li>
        )
      })}
    </ol>
  )
}
