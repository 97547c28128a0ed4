import ReactMarkdown from 'react-markdown'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import css from './MarkdownText.module.css'

/** HTML allowed in Markdown: as on GitHub, plus classes for the dashboard's CSS, without forms. */
const schema = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, '*': [...(defaultSchema.attributes?.['*'] ?? []), 'className', 'title'] },
  clobberPrefix: 'text-',
}

const rehype = [rehypeRaw, [rehypeSanitize, schema]] as NonNullable<Parameters<typeof ReactMarkdown>[0]['rehypePlugins']>

export const MarkdownText = ({ code }: { code: string }) => (
  <div className={css['text']}>
    <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={rehype}>
      {code}
    </ReactMarkdown>
  </div>
)
