import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { isTemporal } from '#core/table.ts'
import type { Table } from '#core/table.ts'
import type { MenuEntry } from '../ui/overlay/Menu.tsx'

type Columns = {
  /** Verbose names by column. */
  names: Record<string, string>
  /** Names of hidden columns. */
  hidden: ReadonlySet<string>
  onHidden: (hidden: ReadonlySet<string>) => void
  /** Time columns shown unformatted. */
  raw: ReadonlySet<string>
  onRaw: (name: string) => void
  /** The entry that formats the times of a column again. */
  formattedText?: string
}

const toggled = (names: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  names.has(name) ? new Set([...names].filter((other) => other !== name)) : new Set([...names, name])

/** Menu entries that show and hide the columns of a table, and switch times between formatted and original values. */
export const columnMenu = (
  table: Table,
  { names, hidden, onHidden, raw, onRaw, formattedText = t('Formatted date') }: Columns,
): MenuEntry[] =>
  table.columns.flatMap((column): MenuEntry[] => [
    {
      key: column.name,
      label: ownValue(names, column.name) ?? column.name,
      checked: !hidden.has(column.name),
      onSelect: () => onHidden(toggled(hidden, column.name)),
    },
    ...(isTemporal(column)
      ? [
          {
            key: `${column.name} raw`,
            label: raw.has(column.name) ? formattedText : t('Original value'),
            hint: column.name,
            onSelect: () => onRaw(column.name),
          },
        ]
      : []),
  ])
