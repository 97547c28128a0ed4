import { expect, test } from 'vitest'
import { markdownToHtml } from './markdown.ts'

test.each([
  [null, ''],
  ['', ''],
  ['some **text**', '<p>some <strong>text</strong></p>'],
  ['# Title\n\n*a* `b<c`', '<h1>Title</h1>\n<p><em>a</em> <code>b&lt;c</code></p>'],
  ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['[x](https://e.org/?a=1&b=2)', '<p><a href="https://e.org/?a=1&amp;b=2">x</a></p>'],
  ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ['[x](https://e.org/" onmouseover="alert(1))', '<p>[x](https://e.org/&quot; onmouseover=&quot;alert(1))</p>'],
])('%j', (text, html) => {
  expect(markdownToHtml(text)).toBe(html)
})
