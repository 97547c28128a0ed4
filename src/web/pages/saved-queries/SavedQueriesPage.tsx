import { useSession } from '../../data/session.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { customTags } from '../../lists/tags/custom-tags.ts'
import { useEditedRow } from '../../lists/use-edited.ts'
import { savedQueriesConfig, type SavedQueryRow } from './saved-queries-config.tsx'

const SavedQueryDialog = lazyDialog(async () => (await import('../../lists/queries/SavedQueryDialog.tsx')).SavedQueryDialog)

/** Queries that somebody keeps; administrators see everybody's. */
const SavedQueriesPage = () => {
  const session = useSession()
  const { edited, edit, close } = useEditedRow<SavedQueryRow>()
  return (
    <>
      <ListPage config={savedQueriesConfig({ session, edit })} />
      {edited && (
        <SavedQueryDialog
          key={edited.id}
          id={edited.id}
          start={{ label: edited.label ?? '', description: edited.description ?? '', tags: customTags(edited.tags) }}
          text={{}}
          onClose={close}
        />
      )}
    </>
  )
}

export default SavedQueriesPage
