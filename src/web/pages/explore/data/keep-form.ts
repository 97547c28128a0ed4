import { useEffect, useRef } from 'react'
import { formDataCreate, formDataUpdate } from '#api/explore.ts'
import { parseDatasource } from '#core/query/build-query-context.ts'
import type { FormData } from '#core/query/query-object.ts'
import { call } from '../../../data/call.ts'
import { replaceOrCreate } from '../../../data/wire/replace-or-create.ts'
import { tabId } from '../../../data/changes/tab-id.ts'

const saveDelayMs = 600

const storeForm = (form: FormData, sliceId: number | null, key: string | null): Promise<string> => {
  const { id, type } = parseDatasource(form.datasource)
  const body = {
    datasource_id: Number(id),
    datasource_type: type,
    form_data: JSON.stringify(form),
    ...(sliceId !== null && { chart_id: sliceId }),
  }
  const query = { tab_id: tabId() }
  return replaceOrCreate(key, {
    replace: (known) => call(formDataUpdate, { params: { key: known }, query, body }),
    create: () => call(formDataCreate, { query, body }),
  })
}

/** Stores the form on the server after a pause in editing, so that the URL restores it. Failures are ignored. */
export const useStoredForm = (
  form: FormData,
  { sliceId, key, onKey, enabled }: { sliceId: number | null; key: string | null; onKey: (key: string) => void; enabled: boolean },
) => {
  const latest = useRef({ key, onKey })
  useEffect(() => {
    latest.current = { key, onKey }
  })
  const kept = useRef<FormData | null>(null)
  useEffect(() => {
    if (!enabled || kept.current === form) return
    const timer = setTimeout(() => {
      kept.current = form
      storeForm(form, sliceId, latest.current.key).then(
        (next) => latest.current.onKey(next),
        () => undefined,
      )
    }, saveDelayMs)
    return () => clearTimeout(timer)
  }, [form, sliceId, enabled])
}
