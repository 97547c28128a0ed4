import { lazy, Suspense, use, useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { cx } from '../../../ui/cx.ts'
import { useComponent } from '../state/dashboard-context.ts'
import { EditContext } from './edit-tools.ts'
import { Frame } from './Frame.tsx'
import { useSpan } from './use-span.ts'
import css from './Stage.module.css'

const MarkdownText = lazy(async () => ({ default: (await import('./MarkdownText.tsx')).MarkdownText }))

/** A text of the author's; edited in place after a double-click or Enter. */
export const Markdown = ({ id }: { id: string }) => {
  const { meta } = useComponent(id) ?? {}
  const tools = use(EditContext)
  const [isOpen, setOpen] = useState(false)
  const span = useSpan(id)
  const code = meta?.code ?? ''
  return (
    <Frame
      id={id}
      className={cx(css['card'], css['markdown'], 'dashboard-markdown')}
      style={{ ...span, '--height': `${(meta?.height ?? 0) * 8}px` } as object}
    >
      {tools && isOpen ? (
        <tools.MarkdownEditor id={id} onDone={() => setOpen(false)} />
      ) : (
        <div
          className={css['markdownText']}
          onDoubleClick={() => tools && setOpen(true)}
          {...(tools && {
            role: 'button',
            tabIndex: 0,
            'aria-label': t('Edit the text'),
            onKeyDown: (event: React.KeyboardEvent) => {
              if (event.key !== 'Enter' || event.target !== event.currentTarget) return
              event.preventDefault()
              setOpen(true)
            },
          })}
        >
          <Suspense>{code ? <MarkdownText code={code} /> : tools && <p className={css['hint']}>{t('Double-click to write')}</p>}</Suspense>
        </div>
      )}
    </Frame>
  )
}
