import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'
import { unfinished } from './stop.ts'

/** Queries that ran when the server was stopped or killed have failed. */
export const failUnfinished = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  const time = now()
  await db
    .updateTable('queries')
    .set({
      status: 'failed',
      error_message: t('The server was restarted while the query ran. Run it again.'),
      end_time: time.getTime(),
      changed_on: time.toISOString(),
    })
    .where('status', 'in', unfinished)
    .execute()
}
