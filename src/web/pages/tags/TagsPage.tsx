import { tagInfo } from '#api/tag.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { tagsConfig, type TagRow } from './tags-config.tsx'

const TagSheet = lazyDialog(async () => (await import('./TagSheet.tsx')).TagSheet)

/** Tags that people put on charts, dashboards and datasets. */
const TagsPage = () => {
  const session = useListSession({ info: tagInfo, view: 'Tag', noun: t.plural(1, 'tag', 'tags') })
  const { edited, edit, close } = useEditedRow<TagRow | 'new'>()
  return (
    <>
      <ListPage config={tagsConfig({ session, edit })} />
      {edited !== null && <TagSheet key={edited === 'new' ? 'new' : edited.id} tag={edited === 'new' ? null : edited} onClose={close} />}
    </>
  )
}

export default TagsPage
