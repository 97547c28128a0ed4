import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { errorText } from '../../../data/call-error.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { SearchInput } from '../../../ui/text/SearchInput.tsx'
import css from './SchemaTree.module.css'
import { refreshTree } from './refresh-tree.ts'
import { keyOfPinned, nodeOf } from './tree-nodes.ts'
import { TreeLines, type TreeProps } from './TreeLines.tsx'
import { noneToggled, useOpenPlaces } from './use-open-places.ts'

type Props = TreeProps & {
  /** In narrow windows it is a drawer, which is closed at first. */
  isOpen: boolean
}

/** What a database holds, down to the columns, and a search through all of it. */
export const SchemaTree = ({ isOpen, ...props }: Props) => {
  const { databaseId } = props
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [toggled, setToggled] = useState(noneToggled)
  const { level, open } = useOpenPlaces(props, toggled)

  const refresh = async () => {
    try {
      const nodes = [...open].map((key) => nodeOf(keyOfPinned(key)))
      await refreshTree(client, databaseId, { catalogs: level.catalogs, nodes })
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
    }
  }

  return (
    <aside className={css['side']} data-open={isOpen || undefined} aria-label={t('Tables')}>
      <div className={css['head']}>
        <SearchInput dense className={css['search'] ?? ''} label={t('Search tables and columns')} value={search} onValue={setSearch} />
        <IconButton dense label={t('Refresh')} icon={<RefreshCw />} onClick={() => void refresh()} />
      </div>
      <TreeLines {...props} search={useDeferredValue(search)} toggled={toggled} onToggled={setToggled} />
    </aside>
  )
}
