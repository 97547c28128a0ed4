import { CircleAlert, CircleCheck, CircleStop, Clock, type LucideIcon } from 'lucide-react'
import { statusText } from './query-facts.ts'
import css from './QueryStatus.module.css'

const icons: Record<string, LucideIcon> = { success: CircleCheck, failed: CircleAlert, timed_out: CircleAlert, stopped: CircleStop }

/** The state of a query, with an icon. */
export const QueryStatus = ({ status }: { status: string }) => {
  const Icon = icons[status] ?? Clock
  return (
    <span className={css['status']} data-status={status}>
      <Icon aria-hidden />
      {statusText(status)}
    </span>
  )
}
