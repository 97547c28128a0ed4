import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Sheet } from '../../ui/overlay/Sheet.tsx'
import { Verbatim } from '../../ui/text/Verbatim.tsx'
import type { PreviewPane } from '../config.ts'
import css from './QueryPreview.module.css'

type Props = PreviewPane & {
  title: string
  sql: string
  /** Facts above the text, such as its database. */
  facts: readonly (readonly [label: string, value: ReactNode])[]
  /** Buttons, right-aligned. */
  actions: ReactNode
}

/** A pane beside a list of queries that shows one of them. */
export const QueryPreview = ({ title, sql, facts, actions, onPrevious, onNext, onClose }: Props) => (
  <Sheet
    open
    width={560}
    title={title}
    onClose={onClose}
    footer={
      <>
        <span className={css['steps']}>
          <IconButton label={t('Previous query')} icon={<ChevronUp />} disabled={!onPrevious} onClick={onPrevious ?? undefined} />
          <IconButton label={t('Next query')} icon={<ChevronDown />} disabled={!onNext} onClick={onNext ?? undefined} />
        </span>
        {actions}
      </>
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
    <Verbatim text={sql} label={t('Copy the SQL')} className={css['sql']} />
  </Sheet>
)
