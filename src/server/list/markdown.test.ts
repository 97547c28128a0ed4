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
  ['[x](data:text/html,a)', '<p>[x](data:text/html,a)</p>'],
  ['[x][1]\n\n[1]: javascript:alert(1)', '<p>[x][1]</p>'],
  ['<javascript:alert(1)>', '<p>&lt;javascript:alert(1)&gt;</p>'],
  ['![x](https://e.org/a.png)', '<p>![x](https://e.org/a.png)</p>'],
  ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ['a <b onclick=alert(1)>b</b>', '<p>a &lt;b onclick=alert(1)&gt;b&lt;/b&gt;</p>'],
  ['<script>\nalert(1)\n</script>', '<p>&lt;script&gt;\nalert(1)\n&lt;/script&gt;</p>'],
  ['```"><script>\n<b>\n```', '<pre><code class="language-&quot;&gt;&lt;script&gt;">&lt;b&gt;\n</code></pre>'],
  [
    'a|b\n-|-\n1|2',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody></table>',
  ],
  ['- a\n  - b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
  [
    '[x](https://e.org/" onmouseover="alert(1))',
    '<p>[x](<a href="https://e.org/">https://e.org/</a>&quot; onmouseover=&quot;alert(1))</p>',
  ],
])('%j', (text, html) => {
  expect(markdownToHtml(text)).toBe(html)
})

test('shows a text with thousands of nesting levels as it is', () => {
  const deep = `${'> '.repeat(3000)}<b>`
  expect(markdownToHtml(deep)).toBe(`<p>${'&gt; '.repeat(3000)}&lt;b&gt;</p>`)
})
