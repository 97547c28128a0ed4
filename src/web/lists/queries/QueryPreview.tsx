import type { ReactNode } from 'react'
import { t } from '#core/i18n/t.ts'
import type { Fact } from '../../ui/text/Facts.tsx'
import { Verbatim } from '../../ui/text/Verbatim.tsx'
import type { PreviewPane } from '../config.ts'
import { RowPreview } from '../rows/RowPreview.tsx'
import css from './QueryPreview.module.css'

type Props = PreviewPane & {
  title: string
  sql: string
  /** Facts above the text, such as its database. */
  facts: readonly Fact[]
  /** Buttons, right-aligned. */
  actions: ReactNode
}

/** A pane beside a list of queries that shows one of them. */
export const QueryPreview = ({ sql, ...preview }: Props) => (
  <RowPreview {...preview} width={560} steps={{ previous: t('Previous query'), next: t('Next query') }}>
    <Verbatim text={sql} label={t('Copy the SQL')} className={css['sql']} />
  </RowPreview>
)
