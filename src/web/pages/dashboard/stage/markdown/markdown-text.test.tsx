// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { DataMasks } from '#core/filters/data-mask.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { createMount } from '../../state/mount.ts'
import { MarkdownText, PlainMarkdown } from './MarkdownText.tsx'

const region = (...val: string[]): DataMasks => ({ r: { id: 'r', extraFormData: { filters: [{ col: 'region', op: 'IN', val }] } } })

const show = (code: string, applied: DataMasks) => {
  const mount = createMount(openingOf(null))
  mount.store.setState({ masks: { applied, pending: {} } })
  const { container } = render(
    <MemoryRouter initialEntries={['/superset/dashboard/9/?a=1']}>
      <DashboardContext value={mount}>
        <MarkdownText code={code} />
      </DashboardContext>
    </MemoryRouter>,
  )
  return { mount, container }
}

test('the variables of a text follow the filters', () => {
  const { mount, container } = show("# Sales in *{{ filter_values('region', 'the world') }}*", {})
  expect(container.querySelector('h1 em')?.textContent).toBe('the world')
  act(() => mount.store.setState({ masks: { applied: region('Asia', 'Europe'), pending: {} } }))
  expect(container.querySelector('h1 em')?.textContent).toBe('Asia, Europe')
})

test.each([
  '<img src=x onerror=alert(1)>',
  '<b>bold</b>',
  '**strong** [link](javascript:alert(1))',
  '</p><script>alert(1)</script>',
  '{{ time_range }}',
])('the value %s is text, never markup', (value) => {
  for (const code of ["In {{ filter_values('region') }}", "<div>\n\nIn {{ filter_values('region') }}\n\n</div>"]) {
    const { container } = show(code, region(value))
    expect(container.textContent?.trim()).toBe(`In ${value}`)
    expect(container.querySelector('img, b, strong, a, script')).toBeNull()
    cleanup()
  }
})

test('a variable that cannot be read is named in its place, and the rest of the text is shown', () => {
  const { container } = show('# Title\n\nIn {{ region }} today', {})
  expect(container.querySelector('code')?.textContent).toBe('⚠ {{ region }}')
  expect(container.querySelector('h1')?.textContent).toBe('Title')
})

test('a link to an anchor stays on the dashboard, and finds a footnote of the text', () => {
  const { container } = show('[Costs](#TAB-costs), [docs](https://example.org/), noted[^1]\n\n[^1]: Net.', {})
  const links = [...container.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(links.slice(0, 2)).toEqual(['/superset/dashboard/9/?a=1#TAB-costs', 'https://example.org/'])
  const scrollTo = vi.fn<() => void>()
  Element.prototype.scrollIntoView = scrollTo
  const note = container.querySelector('sup a')
  if (note) fireEvent.click(note)
  expect(scrollTo.mock.contexts.map((element) => (element as unknown as Element).textContent?.trim())).toEqual(['Net. ↩'])
})

test('the description of a chart is Markdown without variables, and cannot run code', () => {
  const { container } = render(
    <MemoryRouter>
      <PlainMarkdown code={'**Net** of tax, {{ region }}\n\n<img src=x onerror="alert(1)"><script>alert(1)</script>'} />
    </MemoryRouter>,
  )
  expect(container.querySelector('strong')?.textContent).toBe('Net')
  expect(container.textContent).toContain('of tax, {{ region }}')
  expect(container.querySelector('script, [onerror]')).toBeNull()
})

test('a style sheet in a text is neither in force nor read', () => {
  const { container } = show('<style>body { display: none }</style>\n\n<b>Bold</b>', {})
  expect([container.textContent?.trim(), container.querySelector('style')]).toEqual(['Bold', null])
})
