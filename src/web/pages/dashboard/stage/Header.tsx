import { use } from 'react'
import { cx } from '../../../ui/cx.ts'
import { useComponent, useDashboard } from '../state/dashboard-context.ts'
import { CopyLink } from './copy-link.ts'
import { EditContext } from './edit-tools.ts'
import { Frame } from './Frame.tsx'
import css from './Stage.module.css'

const sizes: Record<string, string | undefined> = {
  SMALL_HEADER: css['small'],
  MEDIUM_HEADER: css['medium'],
  LARGE_HEADER: css['large'],
}

export const Header = ({ id }: { id: string }) => {
  const header = useComponent(id)
  const tools = use(EditContext)
  const isReached = useDashboard((state) => state.isReached)
  const { text = '', headerSize = '', background } = header?.meta ?? {}
  return (
    <Frame id={id} className={cx(css['header'], sizes[headerSize] ?? css['medium'], background === 'BACKGROUND_WHITE' && css['white'])}>
      {tools ? <tools.HeaderTitle id={id} text={text} /> : <h2 className={cx(css['headerText'], 'dashboard-component-header')}>{text}</h2>}
      {isReached && !tools && <CopyLink id={id} />}
    </Frame>
  )
}
