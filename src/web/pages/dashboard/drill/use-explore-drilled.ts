import { useNavigate } from 'react-router'
import { formDataCreate } from '#api/explore.ts'
import { withInheritedFilters } from '#core/query/drill/inherited-filters.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import type { FormData } from '#core/query/query-object.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { tabId } from '../../../data/changes/tab-id.ts'
import { say } from '../../../ui/feedback/toast.ts'

/** Opens what a drill shows in explore. */
export const useExploreDrilled = () => {
  const navigate = useNavigate()
  return async (form: FormData) => {
    const { id, type } = parseDatasource(form.datasource)
    const form_data = JSON.stringify(withInheritedFilters(form))
    try {
      const { key } = await call(formDataCreate, {
        query: { tab_id: tabId() },
        body: { datasource_id: Number(id), datasource_type: type, form_data },
      })
      await navigate(`/explore/?form_data_key=${key}&datasource_id=${id}&datasource_type=${type}`)
    } catch {
      say(t('Failed to generate chart edit URL'), { kind: 'bad' })
    }
  }
}
