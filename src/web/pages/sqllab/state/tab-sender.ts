import { tabUpdate } from '#api/sqllab.ts'
import { spliceBetween } from '#core/encoding/splice.ts'
import { callWithEtag } from '../../../data/call.ts'
import { CallError } from '../../../data/call-error.ts'
import { tabForm, type TabPatch } from './tab-form.ts'

/** Characters from which on a text is sent in parts: encoding all of it with each save would hold up typing. */
const minSpliced = 10_000

/** Sends changes of a tab to the server; of a long text that it has, only what changed since. */
export const tabSender = (id: number) => {
  /** The text that the server has, and its version. */
  let kept: { sql: string; etag: string } | null = null

  const send = (patch: TabPatch, headers: Record<string, string> = {}) =>
    callWithEtag(tabUpdate, { params: { tab_state_id: id }, body: tabForm(patch) }, { headers })

  /** Null where the server has another text by now. */
  const sendSplice = async (before: { sql: string; etag: string }, { sql, ...others }: TabPatch & { sql: string }) => {
    try {
      return await send({ ...others, sql_splice: spliceBetween(before.sql, sql) }, { 'if-match': before.etag })
    } catch (error) {
      if (error instanceof CallError && error.status === 412) return null
      throw error
    }
  }

  return async (patch: TabPatch): Promise<void> => {
    const before = kept
    kept = null
    const { sql } = patch
    if (sql === undefined) return void (await send(patch))
    const isSpliced = before !== null && before.sql.length >= minSpliced
    const { etag } = (isSpliced && (await sendSplice(before, { ...patch, sql }))) || (await send(patch))
    kept = etag === null ? null : { sql, etag }
  }
}
