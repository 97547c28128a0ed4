import { useMemo, type ComponentProps } from 'react'
import ReactMarkdown from 'react-markdown'
import { Link, useLocation } from 'react-router'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { useDashboard } from '../../state/dashboard-context.ts'
import { markdownVariables } from './markdown-variables.ts'
import css from './MarkdownText.module.css'

/** The prefix of the ids of a text, so that they are not those of the page. */
const idPrefix = 'text-'

/** HTML allowed in Markdown: as on GitHub, plus classes for the dashboard's CSS, without forms. */
const schema = {
  ...defaultSchema,
  attributes: { ...defaultSchema.attributes, '*': [...(defaultSchema.attributes?.['*'] ?? []), 'className', 'title'] },
  clobberPrefix: idPrefix,
  /** Removed with their content. */
  strip: ['script', 'style'],
}

const rehype = [rehypeRaw, [rehypeSanitize, schema]] as NonNullable<Parameters<typeof ReactMarkdown>[0]['rehypePlugins']>

/** A link; one to an anchor leads to a place of the text, or else to a component of the dashboard. */
const TextLink = ({ href = '', node: _node, ...rest }: ComponentProps<'a'> & { node?: unknown }) => {
  const { search } = useLocation()
  if (!href.startsWith('#')) return <a href={href} {...rest} />
  const follow = (event: React.MouseEvent) => {
    const place = document.getElementById(idPrefix + href.slice(1))
    if (!place) return
    event.preventDefault()
    place.scrollIntoView({ block: 'nearest' })
  }
  return <Link {...rest} to={{ search, hash: href }} onClick={follow} />
}

type SafeProps = { code: string; remark: NonNullable<Parameters<typeof ReactMarkdown>[0]['remarkPlugins']> }

const SafeText = ({ code, remark }: SafeProps) => (
  <div className={css['text']}>
    <ReactMarkdown remarkPlugins={remark} rehypePlugins={rehype} components={{ a: TextLink }}>
      {code}
    </ReactMarkdown>
  </div>
)

/** A Markdown text with the values of the filters in force in place of its variables. */
export const MarkdownText = ({ code }: { code: string }) => {
  const masks = useDashboard((state) => state.masks.applied)
  const remark = useMemo(() => [remarkGfm, markdownVariables(masks)], [masks])
  return <SafeText code={code} remark={remark} />
}

/** A Markdown text without variables: the description of a chart. */
export const PlainMarkdown = ({ code }: { code: string }) => <SafeText code={code} remark={[remarkGfm]} />
