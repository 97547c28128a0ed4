import { tagCreate, tagList } from '#api/tag.ts'
import { call, callList } from '../../data/call.ts'

/** More than an object ever has. */
const maxTags = 100

const readIds = async (names: readonly string[]): Promise<Map<string, number>> => {
  const { result } = await callList(tagList, {
    columns: ['id', 'name'],
    filters: [
      { col: 'name', opr: 'in', value: [...names] },
      { col: 'type', opr: 'custom_tag', value: true },
    ],
    page: 0,
    page_size: maxTags,
  })
  return new Map(result.map(({ id, name }) => [name, id]))
}

/** The ids of tags by their names; new tags are created. */
export const tagIds = async (names: readonly string[]): Promise<number[]> => {
  if (names.length === 0) return []
  const known = await readIds(names)
  const added = names.filter((name) => !known.has(name))
  if (added.length === 0) return [...known.values()]
  for (const name of added) await call(tagCreate, { body: { name } })
  return [...(await readIds(names)).values()]
}
