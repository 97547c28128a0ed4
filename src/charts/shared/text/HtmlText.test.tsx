// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { payloads } from '../../../../test/e2e/hostile-payloads.ts'
import { HtmlText } from './HtmlText.tsx'

const shown = (html: string) => render(<HtmlText html={html} />).container.innerHTML

test.each([
  ['<b>Avatar</b> and <i>Titanic</i>', '<b>Avatar</b> and <i>Titanic</i>'],
  ['<span style="color: red; position: fixed">hot</span>', '<span style="color: red;">hot</span>'],
  [
    '<a href="https://example.org/a?b=1" onclick="x()">there</a>',
    '<a href="https://example.org/a?b=1" target="_blank" rel="noopener noreferrer nofollow">there</a>',
  ],
  ['<img src="data:image/png;base64,AAAA" alt="dot" onerror="x()">', '<img alt="dot" src="data:image/png;base64,AAAA">'],
  ['<section>kept <em>words</em></section>', 'kept <em>words</em>'],
])('%s keeps what is harmless', (html, expected) => expect(shown(html)).toBe(expected))

test.each([
  ['<a href="javascript:alert(1)">x</a>', /javascript/],
  ['<a href=" java\tscript:alert(1)">x</a>', /script/],
  ['<a href="//elsewhere.example">x</a>', /elsewhere/],
  ['<img src=x onerror="alert(1)">', /onerror|<img/],
  ['<img src="https://elsewhere.example/seen.png" alt="seen">', /elsewhere|<img/],
  ['<img src="data:image/svg+xml;base64,AAAA">', /<img/],
  ['<script>alert(1)</script>', /alert/],
  ['<style>*{display:none}</style>', /display/],
  ['<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>', /script|<svg/],
  ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', /onerror|<img/],
  ['<iframe srcdoc="<b>x</b>"></iframe>', /iframe|srcdoc/],
  ['<form action="/logout"><button>x</button></form>', /<form|<button/],
  ['<div style="background-image: url(/logout)">x</div>', /url/],
  ['<b id="root" class="x" name="y">x</b>', /id=|class=|name=/],
])('%s loses what is not', (html, refused) => expect(shown(html)).not.toMatch(refused))

test('what is nested endlessly ends', () => expect(shown(`${'<b>'.repeat(60)}deep`)).not.toMatch(/deep/))

test('nothing of a payload runs, loads or leads anywhere', () => {
  const container = document.createElement('div')
  container.innerHTML = payloads.map((html) => renderToStaticMarkup(<HtmlText html={html} />)).join('\n')
  expect(container.textContent).toMatch(/^0 [^]*\n999 /)
  const elements = [...container.querySelectorAll('*')].map((one) => [one.localName, ...one.getAttributeNames()].join(' '))
  expect([...new Set(elements)].toSorted()).toEqual(['a target rel', 'div', 'div style', 'p'])
  expect([...new Set([...container.querySelectorAll('[style]')].map((one) => one.getAttribute('style')))]).toEqual([
    'background-color:transparent',
  ])
})
