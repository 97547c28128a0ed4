import { cssTemplateInfo } from '#api/css-template.ts'
import { t } from '#core/i18n/t.ts'
import { lazyDialog } from '../../lazy/lazy-part.tsx'
import { ListPage } from '../../lists/page/ListPage.tsx'
import { useEditedRow } from '../../lists/use-edited.ts'
import { useListSession } from '../../lists/use-list-session.ts'
import { cssTemplatesConfig, type CssTemplateRow } from './css-templates-config.tsx'

const CssTemplateSheet = lazyDialog(async () => (await import('./CssTemplateSheet.tsx')).CssTemplateSheet)

/** Stylesheets that dashboards can start from. */
const CssTemplatesPage = () => {
  const session = useListSession({ info: cssTemplateInfo, view: 'CssTemplate', noun: t.plural(1, 'template', 'templates') })
  const { edited, edit, close } = useEditedRow<CssTemplateRow | 'new'>()
  return (
    <>
      <ListPage config={cssTemplatesConfig({ session, edit })} />
      {edited !== null && (
        <CssTemplateSheet key={edited === 'new' ? 'new' : edited.id} template={edited === 'new' ? null : edited} onClose={close} />
      )}
    </>
  )
}

export default CssTemplatesPage
