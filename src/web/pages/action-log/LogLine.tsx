import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import type { PreviewPane } from '../../lists/config.ts'
import { RowPreview } from '../../lists/rows/RowPreview.tsx'
import { moment } from '../../lists/time/ago.ts'
import type { Fact } from '../../ui/text/Facts.tsx'
import { Verbatim } from '../../ui/text/Verbatim.tsx'
import type { LogRow } from './action-log-config.tsx'

type Props = PreviewPane & { row: LogRow; about: string }

const indented = (json: string): string => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

/** Everything that the log knows about one action. */
export const LogLine = ({ row, about, ...pane }: Props) => {
  const facts: Fact[] = [
    [t('User'), row.user ? `${fullName(row.user)} (${row.user.username})` : '–'],
    [t('Time'), moment(`${row.dttm}Z`)],
    [t('About'), about],
    ...(row.duration_ms === null ? [] : [[t('Duration'), `${row.duration_ms.toLocaleString(t.locale)} ms`] as const]),
    ...(row.referrer ? [[t('Page'), row.referrer] as const] : []),
  ]
  return (
    <RowPreview {...pane} title={row.action} width={480} facts={facts} steps={{ previous: t('Previous line'), next: t('Next line') }}>
      {row.json && <Verbatim text={indented(row.json)} label={t('Copy the details')} />}
    </RowPreview>
  )
}
