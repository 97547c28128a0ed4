import { expect, test } from 'vitest'
import { embedCode } from './embed-code.ts'

test.each<[string, string, { width: string; height: string }, string[]]>([
  [
    'a link',
    'http://a.b/superset/explore/p/k/',
    { width: '800', height: '300' },
    ['width="800"', 'height="300"', 'k/?standalone=1&amp;height=300"'],
  ],
  ['a link with parameters', 'http://a.b/p/k/?x=1', { width: '800', height: '300' }, ['?x=1&amp;standalone=1&amp;height=300"']],
  ['sizes that are none', 'http://a.b/p/k/', { width: '', height: '-3' }, ['width="600"', 'height="400"']],
  ['quotes in a link', 'http://a.b/p/"><script>/', { width: '600', height: '400' }, ['src="http://a.b/p/%22%3E%3Cscript%3E/?']],
])('%s', (_, link, size, parts) => {
  const code = embedCode(link, size)
  for (const part of parts) expect(code).toContain(part)
})
