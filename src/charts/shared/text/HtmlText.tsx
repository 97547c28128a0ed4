import { createElement, useMemo } from 'react'
import type { CSSProperties, ReactNode } from 'react'

/** Elements that are allowed in a cell, and the attributes that each keeps. Anything else leaves only its words. */
const allowed: Record<string, readonly string[]> = {
  a: ['href', 'title'],
  abbr: ['title'],
  b: [],
  br: [],
  code: [],
  div: ['title'],
  em: [],
  font: [],
  i: [],
  img: ['src', 'alt', 'title'],
  kbd: [],
  li: [],
  mark: [],
  ol: [],
  p: [],
  pre: [],
  s: [],
  small: [],
  span: ['title'],
  strong: [],
  sub: [],
  sup: [],
  u: [],
  ul: [],
}

/** Elements that go with all that is in them. */
const dropped = new Set(['script', 'style', 'template', 'title', 'iframe', 'object', 'svg', 'math', 'noscript', 'textarea', 'select'])

const styles = ['color', 'backgroundColor', 'fontWeight', 'fontStyle', 'textDecoration', 'textAlign'] as const
const deepest = 20

const isLink = (address: string) => /^(https?:|mailto:|\/(?!\/)|[?#])/i.test(address)
/** Pictures of other hosts would tell them who reads; the page's content policy refuses them, too. */
const isPicture = (address: string) => /^(\/(?!\/)|data:image\/(png|jpe?g|gif|webp);base64,)/i.test(address)

const safeAddress: Record<string, (address: string) => boolean> = { href: isLink, src: isPicture }

const styleOf = ({ style }: HTMLElement): CSSProperties | undefined => {
  const kept = styles.flatMap((name) => (style[name] && !/url|\(.*\(/i.test(style[name]) ? [[name, style[name]] as const] : []))
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

const drawn = (node: Node, key: number, depth: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element) || depth > deepest) return null
  const name = node.tagName.toLowerCase()
  if (dropped.has(name)) return null
  const inner = () => [...node.childNodes].map((child, i) => drawn(child, i, depth + 1))
  const attributes = allowed[name]
  if (!attributes) return inner()
  const given = attributes.flatMap((attribute) => {
    const value = node.getAttribute(attribute)?.trim()
    return value && (safeAddress[attribute]?.(value) ?? true) ? [[attribute, value] as const] : []
  })
  const props: Record<string, unknown> = { key, ...Object.fromEntries(given) }
  const style = node instanceof HTMLElement ? styleOf(node) : undefined
  if (style) props['style'] = style
  if (name === 'a') Object.assign(props, { target: '_blank', rel: 'noopener noreferrer nofollow' })
  if (name === 'img' && !props['src']) return node.getAttribute('alt')
  return name === 'br' || name === 'img' ? createElement(name, props) : createElement(name, props, ...inner())
}

const policy = globalThis.trustedTypes?.createPolicy('inert-html', { createHTML: (text) => text })

/** Handlers would only be dropped later: without them the parser has nothing to report to the page's content policy. */
const withoutHandlers = (html: string) => html.replaceAll(/\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, ' ')

/** A document that is never shown: nothing in it runs or loads. */
const parse = (html: string): Document => {
  const text = withoutHandlers(html)
  return new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html')
}

/** A text written in HTML, with only what cannot do harm: rebuilt from the elements that are allowed. */
export const HtmlText = ({ html }: { html: string }) =>
  useMemo(() => [...parse(html).body.childNodes].map((node, i) => drawn(node, i, 0)), [html])
