import { X } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import css from './Join.module.css'
import type { JoinedTable, JoinPlan } from './join.ts'

type Props = { plan: JoinPlan; onChange: (plan: JoinPlan) => void }

/** px; the same as in the stylesheet. */
const box = { width: 224, gap: 88, head: 40, row: 28 }

/** Key columns first, so that the lines between them stay in sight. */
const orderedColumns = ({ alias, columns }: JoinedTable, { tables, joins }: JoinPlan) => {
  const keys = new Set(
    joins.flatMap(({ to, keys: pairs }, i) => [
      ...(to === alias ? pairs.map(({ left }) => left) : []),
      ...(tables[i + 1]?.alias === alias ? pairs.map(({ right }) => right) : []),
    ]),
  )
  return [...columns.filter(({ name }) => keys.has(name)), ...columns.filter(({ name }) => !keys.has(name))].map((column) => ({
    ...column,
    isKey: keys.has(column.name),
  }))
}

/** The plan without a table, and without the tables that were joined to it alone. */
const without = (plan: JoinPlan, alias: string): JoinPlan => {
  const index = plan.tables.findIndex((table) => table.alias === alias)
  const tables = plan.tables.filter((table) => table.alias !== alias)
  const joins = plan.joins.filter((_join, i) => i !== Math.max(0, index - 1))
  return { tables, joins: joins.map((join) => (join.to === alias ? { ...join, to: tables[0]?.alias ?? '', keys: [] } : join)) }
}

/** The tables of a join as boxes, with lines between the columns that match. */
export const JoinDiagram = ({ plan, onChange }: Props) => {
  const { tables, joins } = plan
  const columnsOf = new Map(tables.map((table) => [table.alias, orderedColumns(table, plan)]))
  const placeOf = (alias: string, column: string) => ({
    x: tables.findIndex((table) => table.alias === alias) * (box.width + box.gap),
    y: box.head + ((columnsOf.get(alias) ?? []).findIndex(({ name }) => name === column) + 0.5) * box.row,
  })
  const lines = joins.flatMap(({ to, keys }, i) => {
    const right = tables[i + 1]?.alias ?? ''
    return keys.map((pair) => ({
      id: `${to}.${pair.left} ${right}.${pair.right}`,
      from: placeOf(to, pair.left),
      till: placeOf(right, pair.right),
    }))
  })
  const show = (alias: string, column: string, isShown: boolean) =>
    onChange({
      ...plan,
      tables: tables.map((table) =>
        table.alias === alias
          ? {
              ...table,
              shown: table.columns.map(({ name }) => name).filter((name) => (name === column ? isShown : table.shown.includes(name))),
            }
          : table,
      ),
    })
  return (
    <div className={css['scroll']} tabIndex={0} role="group" aria-label={t('Tables of the join')}>
      <div className={css['diagram']}>
        <svg className={css['lines']} aria-hidden>
          {lines.map(({ id, from, till }) => (
            <path
              key={id}
              d={`M ${from.x + box.width} ${from.y} C ${from.x + box.width + box.gap / 2} ${from.y}, ${till.x - box.gap / 2} ${till.y}, ${till.x} ${till.y}`}
            />
          ))}
        </svg>
        {tables.map(({ alias, shown }) => (
          <section key={alias} className={css['box']} aria-label={alias}>
            <header>
              <h2 title={alias}>{alias}</h2>
              <IconButton
                dense
                label={t('Remove')}
                aria-label={t('Remove %(name)s', { name: alias })}
                icon={<X />}
                onClick={() => onChange(without(plan, alias))}
              />
            </header>
            <ul>
              {(columnsOf.get(alias) ?? []).map(({ name, type, isKey }) => (
                <li key={name} data-key={isKey || undefined}>
                  <Checkbox
                    label={t('%(column)s of %(table)s', { column: name, table: alias })}
                    checked={shown.includes(name)}
                    onChange={(on) => show(alias, name, on)}
                  />
                  <span title={name}>{name}</span>
                  <small>{type.toLowerCase()}</small>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
