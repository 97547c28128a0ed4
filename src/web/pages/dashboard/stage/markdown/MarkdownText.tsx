import { useMemo } from 'react'
import ReactMarkdown from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { useDashboard } from '../../state/dashboard-context.ts'
import { markdownVariables } from './markdown-variables.ts'
import css from './MarkdownText.module.css'

/** HTML allowed in Markdown: as on GitHub, plus classes for the dashboard's CSS, without forms. */
const schema = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, '*': [...(defaultSchema.attributes?.['*'] ?? []), 'className', 'title'] },
  clobberPrefix: 'text-',
}

const rehype = [rehypeRaw, [rehypeSanitize, schema]] as NonNullable<Parameters<typeof ReactMarkdown>[0]['rehypePlugins']>

/** A Markdown text with the values of the filters in force in place of its variables. */
export const MarkdownText = ({ code }: { code: string }) => {
  const masks = useDashboard((state) => state.masks.applied)
  const remark = useMemo(() => [remarkGfm, markdownVariables(masks)], [masks])
  return (
    <div className={css['text']}>
      <ReactMarkdown remarkPlugins={remark} rehypePlugins={rehype}>
        {code}
      </ReactMarkdown>
    </div>
  )
}
