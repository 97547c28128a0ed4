import { useState } from 'react'
import { Bookmark, BookmarkPlus, ChevronDown, Link } from 'lucide-react'
import { savedQueryGet } from '#api/saved-query.ts'
import { t } from '#core/i18n/t.ts'
import { callRecord } from '../../data/call.ts'
import { errorText } from '../../data/call-error.ts'
import { useSession } from '../../data/session.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import type { SavedText } from '../../lists/queries/SavedQueryDialog.tsx'
import { customTags } from '../../lists/tags/custom-tags.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { say } from '../../ui/feedback/toast.ts'
import { Menu } from '../../ui/overlay/Menu.tsx'
import css from './SqlLab.module.css'

const SavedQueryDialog = lazyDialog(async () => (await import('../../lists/queries/SavedQueryDialog.tsx')).SavedQueryDialog)

type Props = {
  savedQueryId: number | null
  /** The version of the saved query that the text is based on. */
  version: string | null
  label: string
  /** The text of the tab and where it runs, as they are now. */
  readText: () => SavedText
  onSaved: (saved: { id: number; label: string; version: string | null }) => void
  onCopyLink: () => void
}

type Open = { id: number | null; start: { label: string; description: string; tags: string[] }; text: SavedText }

/** Keeps the query under a name, or updates the saved one; and copies a link to its text. */
export const SaveButton = ({ savedQueryId, version, label, readText, onSaved, onCopyLink }: Props) => {
  const { hasPermission } = useSession()
  const [dialog, setDialog] = useState<Open | null>(null)
  if (!hasPermission('can_write', 'SavedQuery')) return null

  const saveNew = () => setDialog({ id: null, start: { label, description: '', tags: [] }, text: readText() })

  /** Names and describes it as it is stored now. One that has been deleted meanwhile is saved as a new one. */
  const update = async (id: number) => {
    try {
      const { data } = await callRecord(savedQueryGet, { params: { pk: id }, columns: ['label', 'description', 'tags.name', 'tags.type'] })
      const { label: name, description, tags = [] } = data.result
      const custom = customTags(tags)
      setDialog({ id, start: { label: name ?? label, description: description ?? '', tags: custom }, text: readText() })
    } catch (error) {
      say(errorText(error), { kind: 'bad' })
      saveNew()
    }
  }
  const save = () => (savedQueryId === null ? saveNew() : void update(savedQueryId))
  return (
    <span className={css['run']}>
      <Button dense icon={<Bookmark />} onClick={save}>
        {t('Save')}
      </Button>
      <Menu
        label={t('Save and share')}
        align="end"
        entries={[
          ...(savedQueryId === null ? [] : [{ key: 'new', label: t('Save as a new query…'), icon: <BookmarkPlus />, onSelect: saveNew }]),
          { key: 'link', label: t('Copy link'), icon: <Link />, onSelect: onCopyLink },
        ]}
      >
        <IconButton dense bordered label={t('Save and share')} icon={<ChevronDown />} />
      </Menu>
      {dialog && <SavedQueryDialog {...dialog} version={version} onClose={() => setDialog(null)} onSaved={onSaved} />}
    </span>
  )
}
