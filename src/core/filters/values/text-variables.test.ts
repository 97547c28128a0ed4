import { expect, test } from 'vitest'
import type { DataMasks } from '../data-mask.ts'
import { fillVariables } from './text-variables.ts'

const masks: DataMasks = {
  a: { id: 'a', extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['Asia', 'Europe'] }] } },
  b: { id: 'b', extraFormData: { time_range: 'Last week', filters: [{ col: 'year', op: '>=', val: 1990 }] } },
  c: { id: 'c', extraFormData: { filters: [{ col: 'kind', op: 'NOT IN', val: ['x'] }] } },
  d: {
    id: 'd',
    extraFormData: { filters: [{ col: 'evil', op: 'IN', val: ['<script>alert(1)</script>', "{{ filter_values('region') }}"] }] },
  },
}
const shown = (text: string) =>
  fillVariables(text, masks)
    .map(({ text: part, isFault }) => (isFault ? `[!${part}]` : part))
    .join('')

test.each([
  ['plain text', 'plain text'],
  ["Sales in {{ filter_values('region') }}.", 'Sales in Asia, Europe.'],
  ['{{filter_values("region")}} since {{ filter_values("year") }}', 'Asia, Europe since 1990'],
  ["{{ filter_values('nothing') }}|{{ filter_values('nothing', 'all') }}", '|all'],
  ["{{ filter_values('kind', 'none') }}", 'none'],
  ['{{ time_range }}', 'Last week'],
  ["{{ filter_values('evil') }}", "<script>alert(1)</script>, {{ filter_values('region') }}"],
  ['{{ filter_values(region) }}', '[!{{ filter_values(region) }}]'],
  ['a {{ constructor }} b', 'a [!{{ constructor }}] b'],
  ['{{ filter_values(', '[!{{ filter_values(]'],
  ['{{}}', '[!{{}}]'],
  ['{ not one }', '{ not one }'],
])('%s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})
