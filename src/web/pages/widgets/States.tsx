import { Inbox } from 'lucide-react'
import { Button } from '../../ui/button/Button.tsx'
import { NameAndHint } from '../../ui/text/NameAndHint.tsx'
import { ProgressLine } from '../../ui/feedback/ProgressLine.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/State.tsx'
import { Verbatim } from '../../ui/text/Verbatim.tsx'
import { Section } from './Section.tsx'
import css from './WidgetsPage.module.css'

export const States = () => (
  <Section title="States">
    <div className={css['columns']}>
      <EmptyState icon={<Inbox />} title="Nothing here" text="Nothing matches the filters." actions={<Button>Clear the filters</Button>} />
      <ErrorState
        title="It could not be loaded"
        text="The server did not answer."
        details="connect ECONNREFUSED"
        onRetry={() => undefined}
      />
      <div className={css['progress']}>
        <Skeleton width="80%" />
        <Skeleton width="60%" />
        <ProgressLine label="Loading" />
      </div>
      <NameAndHint name="Ratings by genre" hint="1,204 rows" />
      <Verbatim text={'select genre, avg(rating)\nfrom films\ngroup by 1'} />
    </div>
  </Section>
)
