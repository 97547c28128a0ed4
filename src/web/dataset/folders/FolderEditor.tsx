import { Folder, FolderInput, FolderPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import { Menu, type MenuEntry } from '../../ui/overlay/Menu.tsx'
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import type { DatasetForm } from '../dataset-form.ts'
import css from './FolderEditor.module.css'
import { FolderLine, ItemLine, RestLine } from './FolderLines.tsx'
import { depthOf, newFolder, placeItems, type FolderDraft } from './folders.ts'
import { itemsOf, linesOf } from './lines.ts'

/** px; the same as in the stylesheet. */
const lineHeight = 36

/** Folders to choose one from, each below the folder around it. */
export const folderEntries = (folders: readonly FolderDraft[], onSelect: (uuid: string) => void): MenuEntry[] => {
  const below = (parent: string | null): MenuEntry[] =>
    folders
      .filter((folder) => folder.parent === parent)
      .flatMap((folder) => [
        {
          key: folder.uuid,
          label: '  '.repeat(depthOf(folders, parent)) + folder.name,
          icon: <Folder aria-hidden />,
          onSelect: () => onSelect(folder.uuid),
        },
        ...below(folder.uuid),
      ])
  return below(null)
}

/** Lays the columns and metrics of a dataset into folders, as explore lists them. */
export const FolderEditor = ({ form, isLocked }: { form: DatasetForm; isLocked: boolean }) => {
  const { field, fieldState } = useController({ control: form.control, name: 'folders' })
  const [metrics, columns] = useWatch({ control: form.control, name: ['metrics', 'columns'] })
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(-1)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const folders: FolderDraft[] = field.value
  const set = (next: FolderDraft[]) => field.onChange(next)
  const items = itemsOf(metrics, columns)
  const lines = linesOf({ folders, items, closed, search })
  const { rows, height } = useVirtualRows({ body, scroller: undefined, count: lines.length, rowHeight: lineHeight, active })

  const place = (uuids: readonly string[], into: string | null) => {
    set(placeItems(folders, uuids, into))
    setChosen(new Set())
  }
  const placeInNew = (uuids: readonly string[]) => {
    const folder = newFolder(folders, null)
    set(placeItems([...folders, folder], uuids, folder.uuid))
    setChosen(new Set())
  }
  const placeEntries = (uuids: readonly string[]) => (): MenuEntry[] => [
    ...folderEntries(folders, (into) => place(uuids, into)),
    ...(folders.length > 0 ? (['divider'] as const) : []),
    { key: 'new', label: t('In a new folder'), icon: <FolderPlus aria-hidden />, onSelect: () => placeInNew(uuids) },
    { key: 'none', label: t('In no folder'), onSelect: () => place(uuids, null) },
  ]
  /** What is dragged: all that is chosen, where the line is one of them. */
  const draggedWith = (uuid: string) => (chosen.has(uuid) ? [...chosen] : [uuid])
  const toggle = (before: ReadonlySet<string>, uuid: string, on: boolean) => {
    const next = new Set(before)
    if (on) next.add(uuid)
    else next.delete(uuid)
    return next
  }

  return (
    <>
      <div className={css['tools']}>
        <SearchInput className={css['search'] ?? ''} label={t('Search fields')} value={search} onValue={setSearch} />
        {!isLocked && chosen.size > 0 && (
          <Menu label={t('Move to folder')} entries={placeEntries([...chosen])}>
            <Button icon={<FolderInput />}>{t('Move %(count)s to…', { count: chosen.size })}</Button>
          </Menu>
        )}
        {!isLocked && (
          <Button icon={<Plus />} onClick={() => set([...folders, newFolder(folders, null)])}>
            {t('Folder')}
          </Button>
        )}
      </div>
      {fieldState.error?.message && (
        <p role="alert" className={css['fault']}>
          {fieldState.error.message}
        </p>
      )}
      {folders.length === 0 && search === '' && <p className={css['note']}>{t('Folders group the fields that explore lists.')}</p>}
      {lines.length === 0 ? (
        <EmptyState title={t('No results found')} />
      ) : (
        <ul className={css['list']} aria-label={t('Folders')} ref={setBody} style={{ height }}>
          {rows.map(({ index, top }) => {
            const line = lines[index]
            if (!line) return null
            const at = { style: { top }, onFocus: () => setActive(index) }
            if (line.kind === 'rest')
              return <RestLine key={line.key} at={at} count={line.count} onDrop={(uuids) => place(uuids, null)} isLocked={isLocked} />
            if (line.kind === 'folder')
              return (
                <FolderLine
                  key={line.key}
                  at={at}
                  line={line}
                  folders={folders}
                  isLocked={isLocked}
                  onChange={set}
                  onDrop={(uuids) => place(uuids, line.folder.uuid)}
                  onToggle={() => setClosed((before) => toggle(before, line.folder.uuid, line.isOpen))}
                />
              )
            return (
              <ItemLine
                key={line.key}
                at={at}
                line={line}
                isLocked={isLocked}
                isChosen={chosen.has(line.item.uuid)}
                onChoose={(on) => setChosen((before) => toggle(before, line.item.uuid, on))}
                dragged={() => draggedWith(line.item.uuid)}
                onDrop={(uuids) => place(uuids, line.in)}
                entries={placeEntries([line.item.uuid])}
              />
            )
          })}
        </ul>
      )}
    </>
  )
}
