import { ChevronDown, ChevronUp } from 'lucide-react'
import { t } from '#core/i18n/t.ts'
import type { PreviewPane } from '../../lists/config.ts'
import { fullName } from '../../lists/people/people.ts'
import { moment } from '../../lists/time/ago.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Sheet } from '../../ui/overlay/Sheet.tsx'
import { Verbatim } from '../../ui/text/Verbatim.tsx'
import type { LogRow } from './action-log-config.tsx'
import css from './LogLine.module.css'

type Props = PreviewPane & { row: LogRow; about: string }

const indented = (json: string): string => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

/** Everything that the log knows about one action. */
export const LogLine = ({ row, about, onPrevious, onNext, onClose }: Props) => {
  const facts = [
    [t('User'), row.user ? `${fullName(row.user)} (${row.user.username})` : '–'],
    [t('Time'), moment(`${row.dttm}Z`)],
    [t('About'), about],
    ...(row.duration_ms === null ? [] : [[t('Duration'), `${row.duration_ms.toLocaleString(t.locale)} ms`]]),
    ...(row.referrer ? [[t('Page'), row.referrer]] : []),
  ]
  return (
    <Sheet
      open
      width={480}
      title={row.action}
      onClose={onClose}
      footer={
        <span className={css['steps']}>
          <IconButton label={t('Previous line')} icon={<ChevronUp />} disabled={!onPrevious} onClick={onPrevious ?? undefined} />
          <IconButton label={t('Next line')} icon={<ChevronDown />} disabled={!onNext} onClick={onNext ?? undefined} />
        </span>
      }
    >
      <dl className={css['facts']}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {row.json && <Verbatim text={indented(row.json)} label={t('Copy the details')} />}
    </Sheet>
  )
}
