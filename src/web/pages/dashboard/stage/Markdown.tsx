import { use } from 'react'
import { heightPx } from '#core/layout/grid.ts'
import { lazyPart } from '../../../lazy/lazy-part.tsx'
import { cx } from '../../../ui/cx.ts'
import { useComponent } from '../state/dashboard-context.ts'
import { EditContext } from './edit-tools.ts'
import { Frame } from './Frame.tsx'
import { useSpan } from './use-span.ts'
import css from './Stage.module.css'

const MarkdownText = lazyPart(async () => (await import('./markdown/MarkdownText.tsx')).MarkdownText)

/** A Markdown text; edited in place after a double-click or Enter. */
export const Markdown = ({ id }: { id: string }) => {
  const { meta } = useComponent(id) ?? {}
  const tools = use(EditContext)
  const span = useSpan(id)
  const text = meta?.code ? <MarkdownText code={meta.code} /> : null
  return (
    <Frame
      id={id}
      className={cx(css['card'], css['markdown'], 'dashboard-markdown')}
      style={{ ...span, '--height': `${heightPx(meta?.height ?? 0)}px` } as object}
    >
      {tools ? <tools.EditableText id={id}>{text}</tools.EditableText> : <div className={css['markdownText']}>{text}</div>}
    </Frame>
  )
}
