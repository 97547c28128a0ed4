import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Sheet } from '../../ui/overlay/Sheet.tsx'
import { Facts, type Fact } from '../../ui/text/Facts.tsx'
import type { PreviewPane } from '../config.ts'
import css from './RowPreview.module.css'

type Props = PreviewPane & {
  title: string
  width: number
  facts: readonly Fact[]
  /** Labels of the buttons that go to the rows around. */
  steps: { previous: string; next: string }
  /** Buttons, right-aligned. */
  actions?: ReactNode
  /** Below the facts. */
  children: ReactNode
}

/** A pane beside a list that shows one of its rows. */
export const RowPreview = ({ title, width, facts, steps, actions, children, onPrevious, onNext, onClose }: Props) => (
  <Sheet
    open
    width={width}
    title={title}
    onClose={onClose}
    footer={
      <>
        <span className={css['steps']}>
          <IconButton
            label={steps.previous}
            icon={<ChevronUp />}
            focusableWhenDisabled
            disabled={!onPrevious}
            onClick={onPrevious ?? undefined}
          />
          <IconButton label={steps.next} icon={<ChevronDown />} focusableWhenDisabled disabled={!onNext} onClick={onNext ?? undefined} />
        </span>
        {actions}
      </>
    }
  >
    <div className={css['facts']}>
      <Facts facts={facts} />
    </div>
    {children}
  </Sheet>
)
