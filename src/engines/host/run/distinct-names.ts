import type { Column } from '#core/table.ts'

/** Names that occur again get a number: `a`, `a__1`. */
export const distinctNames = (columns: readonly Column[]): Column[] => {
  const names = new Set(columns.map(({ name }) => name))
  const taken = new Set<string>()
  const distinct = (name: string): string => {
    if (!taken.has(name)) return name
    for (let i = 1; ; i++) if (!names.has(`${name}__${i}`) && !taken.has(`${name}__${i}`)) return `${name}__${i}`
  }
  return columns.map((column) => {
    const name = distinct(column.name)
    taken.add(name)
    return { ...column, name }
  })
}
