import { isDefaultFolder } from '#core/layout/wire/dataset-folders.ts'
import type { ExploreDataset } from '../data/answer.ts'

type Columns = ExploreDataset['columns']
type Metrics = ExploreDataset['metrics']

/** A section of the data pane: a folder of the dataset, or the metrics or columns that are in none. */
export type FieldGroup = {
  key: string
  kind: 'folder' | 'metrics' | 'columns'
  title: string
  depth: number
  metrics: Metrics
  columns: Columns
}

type Folder = { uuid: string; name?: unknown; children: unknown[] }

const asFolder = (value: unknown): Folder | null => {
  if (typeof value !== 'object' || value === null || !('uuid' in value) || typeof value.uuid !== 'string') return null
  const children = 'children' in value && Array.isArray(value.children) ? (value.children as unknown[]) : []
  return { uuid: value.uuid, name: 'name' in value ? value.name : undefined, children }
}

/** The fields of a dataset by its folders, in their order; fields in no folder follow. */
export const groupFields = (dataset: Pick<ExploreDataset, 'folders' | 'columns' | 'metrics'>): FieldGroup[] => {
  const placed = new Set<string>()
  const groups: FieldGroup[] = []
  const addFolder = (value: unknown, depth: number) => {
    const folder = asFolder(value)
    if (!folder || isDefaultFolder(folder.uuid) || typeof folder.name !== 'string') return
    const inside = new Set(folder.children.flatMap((child) => asFolder(child)?.uuid ?? []))
    for (const uuid of inside) placed.add(uuid)
    const isInside = ({ uuid }: { uuid?: string | null }) => typeof uuid === 'string' && inside.has(uuid)
    const [metrics, columns] = [dataset.metrics.filter(isInside), dataset.columns.filter(isInside)]
    groups.push({ key: folder.uuid, kind: 'folder', title: folder.name, depth, metrics, columns })
    for (const child of folder.children) addFolder(child, depth + 1)
  }
  for (const folder of Array.isArray(dataset.folders) ? dataset.folders : []) addFolder(folder, 0)
  const isLeft = ({ uuid }: { uuid?: string | null }) => typeof uuid !== 'string' || !placed.has(uuid)
  return [
    ...groups,
    { key: 'metrics', kind: 'metrics', title: '', depth: 0, metrics: dataset.metrics.filter(isLeft), columns: [] },
    { key: 'columns', kind: 'columns', title: '', depth: 0, metrics: [], columns: dataset.columns.filter(isLeft) },
  ]
}

/** The fields of a section that are drawn, at most so many of each kind, and how many are left out. */
export const limitFields = ({ metrics, columns }: Pick<FieldGroup, 'metrics' | 'columns'>, most: number) => ({
  metrics: metrics.slice(0, most),
  columns: columns.slice(0, most),
  hidden: Math.max(0, metrics.length - most) + Math.max(0, columns.length - most),
})
